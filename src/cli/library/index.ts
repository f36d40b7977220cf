/**
 * The package for programs. Each function loads its part of the package when it is called, so that importing this module costs
 * nothing (docs/decisions/0028-one-bundled-package.md).
 */
import type { ConformanceOptions, ConformanceResult } from './conformance-options.ts';
import type { MockOptions, RunningMock } from './mock-options.ts';
import { requireNode } from './node-version.ts';
import type { MountableService, ServiceOptions } from './service-options.ts';

export type { ExitCode, Finding, Outcome, Place } from '../../../conformance/contract/outcomes.ts';
export type {
  ExpectedFailure,
  Report,
  ReportedRequirement,
} from '../../../conformance/contract/report-types.ts';
export type { ScenarioName } from '../../../mocks/scenarios.ts';
export type { ConformanceOptions, ConformanceProgress, ConformanceResult } from './conformance-options.ts';
export type { MockOptions, RunningMock } from './mock-options.ts';
export { OptionError } from './options.ts';
export type {
  IssuedKey,
  KeyOwner,
  MountableService,
  OpeningHours,
  ServiceLogger,
  ServiceOptions,
  Weekday,
} from './service-options.ts';

/**
 * Checks over HTTP whether a deployment conforms to the contract, as `headcount conformance` does. It prints nothing, and writes
 * nothing without `out`. Runs may overlap; each has threads of its own, which take about 200 MB of memory.
 *
 * @returns The outcome. A deployment that is unreachable or broken is an outcome too, not an error.
 * @throws {OptionError} if an option is missing, unknown or not allowed
 * @throws the reason of `signal`, if it ended the run
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  requireNode('runConformance');
  return (await import('./run-conformance.ts')).runConformance(options);
}

/**
 * Starts a mock of the API, as `headcount mock` does: it accepts any key, and its sample data is always current. Several mocks may
 * run at once. Close it when you don't need it any more; until then, the process stays alive.
 *
 * @throws {OptionError} if an option is unknown or not allowed
 * @throws Node's error, such as `EADDRINUSE`, if it cannot listen
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  requireNode('startMock');
  return (await import('./start-mock.ts')).startMock(options);
}

/**
 * Creates the service that `headcount serve` runs, without a server: opens the database, and starts to train the model. The service
 * responds as `headcount serve` does, but limits of connections and metrics are up to your server.
 *
 * @throws {OptionError} if an option is missing, unknown or not allowed
 * @throws an error whose message says why, if the database cannot be opened
 */
export async function createService(options: ServiceOptions): Promise<MountableService> {
  requireNode('createService');
  return (await import('./create-service.ts')).createService(options);
}
