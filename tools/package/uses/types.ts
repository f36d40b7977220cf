/** Uses the types of every export of the installed package. It is compiled there, with the types of Node and MSW, and nothing else. */
import { createServer } from 'node:http';
import { setupServer } from 'msw/node';
import {
  type ConformanceOptions,
  type ConformanceProgress,
  type ConformanceResult,
  createService,
  type ExpectedFailure,
  type MockOptions,
  type MountableService,
  type OpeningHours,
  OptionError,
  type Report,
  type RunningMock,
  runConformance,
  type ScenarioName,
  type ServiceLogger,
  type ServiceOptions,
  startMock,
} from 'queue-headcount';
import { OPERATION_PATHS, type Operations } from 'queue-headcount/contract/form-1';
import type { components, operations, paths, Queries, Responses } from 'queue-headcount/contract/form-2';
import { createMockHandlers, type MockHandlerOptions } from 'queue-headcount/msw';

const handlerOptions: MockHandlerOptions = { form: 1, code: 503, baseUrl: 'https://queue.example.edu' };
export const server = setupServer(...createMockHandlers(handlerOptions));

const scenario: ScenarioName = 'closing-soon';
const mockOptions: MockOptions = { form: 2, scenario, now: '2026-11-20T12:30:00-08:00', delayMs: 5 };
const expectedFailures: readonly ExpectedFailure[] = [
  { requirement: 'status.message', endpoint: 'status', reason: 'being fixed', reviewBy: '2027-01-31' },
];
const closed: OpeningHours = {
  weekly: { mon: ['07:00-22:00'], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
};

export async function judge(options: Partial<ConformanceOptions>): Promise<Report['verdict']> {
  const mock: RunningMock = await startMock(mockOptions);
  const onProgress = ({ requests, status }: ConformanceProgress): number => requests + (status ?? 0);
  const result: ConformanceResult = await runConformance({
    url: mock.url,
    form: 'auto',
    key: 'any',
    expectedFailures,
    onProgress,
    ...options,
  });
  await mock.close();
  return result.report.verdict;
}

export async function serve(logger: ServiceLogger): Promise<MountableService> {
  const options: ServiceOptions = { database: 'sqlite:line.sqlite', hours: closed, logger };
  const service = await createService(options);
  createServer(service.handler).on('close', () => void service.close());
  return service;
}

type Status = components['schemas']['Status'];
type Query = NonNullable<operations['listReports']['parameters']['query']>;
export const path: keyof paths = OPERATION_PATHS.getStatus;
export const limit = ({ limit: most }: Query, { days }: Queries['getHighlights']): number =>
  (most ?? 0) + days;
export const message = (status: Status): string | null => status.message;
export const same = (status: Responses['getStatus']): Status => status;
export const handler: Pick<Operations<string>, 'getStatus'> = {
  getStatus: async () => {
    throw new OptionError('status', 'is not here');
  },
};

// Mistakes that must not compile
// @ts-expect-error the form is missing
export const noForm = () => runConformance({ url: 'http://127.0.0.1', key: 'any' });
// @ts-expect-error there is no such scenario
export const noScenario = () => startMock({ scenario: 'crowd' });
// @ts-expect-error the mock never responds with this status
export const noCode = () => createMockHandlers({ code: 418 });
// @ts-expect-error there is no such option
export const noOption = () => createService({ database: 'sqlite:line.sqlite', port: 3000 });
