import { startDredd } from '../dredd/dredd.ts';
import { type GateOptions, runGate } from '../gate.ts';
import { publish } from '../reports/publish.ts';
import { buildReport } from '../reports/report.ts';
import { planOf } from '../requests/plan.ts';
import { counted } from '../safety/printable.ts';
import {
  headersOf,
  type JudgingFlags,
  type NetworkFlags,
  networkOf,
  prepareOut,
  readKey,
  UsageError,
  url,
} from './arguments.ts';
import { expectedAfter, readExpected } from './expected.ts';
import { repeat } from './repeat.ts';
import { startedBy } from './started-by.ts';

/** Flags of a run against a deployment. */
export interface RunFlags extends JudgingFlags, NetworkFlags {
  readonly url?: string;
  readonly form?: '1' | '2' | 'auto';
  readonly keyFile?: string;
  readonly maxRequests: number;
  readonly plan?: boolean;
  readonly level: 'contract' | 'full';
  readonly publicUrl?: string;
  readonly timeout: number;
  readonly runTimeout: number;
  readonly repeat?: number;
  readonly header?: readonly string[];
  /** Seconds. */
  readonly waitReady?: number;
}

/** Options that several runs in a process can share, so that they load Dredd and the rules once. */
export type SharedOptions = Pick<GateOptions, 'dredd' | 'judging'>;

/** Runs the gate against a deployment, or prints the plan; returns the exit code. */
export async function run(flags: RunFlags, shared: SharedOptions = {}): Promise<number> {
  if (flags.form === undefined) throw new UsageError('--form is missing: 1, 2 or auto');
  if (flags.plan === true) {
    console.log(planText(flags.form === '1' ? 1 : 2, flags));
    return 0;
  }
  const options = { ...optionsOf(flags, flags.form), ...shared };
  prepareOut(flags);
  if (flags.repeat !== undefined) return await repeatSharing(flags.repeat, options, flags);
  const before = readExpected(flags);
  const result = await runGate(options);
  const expected = expectedAfter(flags, before, [{ evidence: result.evidence, judged: result }]);
  const { complete = false, given } = flags;
  const how = { program: startedBy(), given };
  const report = buildReport(result.evidence, result, expected, complete, how);
  return publish(report, result.evidence, flags);
}

async function repeatSharing(times: number, options: GateOptions, flags: RunFlags): Promise<number> {
  const dredd = startDredd();
  try {
    return await repeat(times, { dredd, ...options }, flags);
  } finally {
    await dredd.end();
  }
}

function optionsOf(flags: RunFlags, form: '1' | '2' | 'auto'): GateOptions {
  if (flags.url === undefined)
    throw new UsageError('--url is missing: the base URL of the deployment, without /api/v1');
  return {
    url: url('--url', flags.url),
    form: form === 'auto' ? 'auto' : form === '1' ? 1 : 2,
    key: readKey(flags.keyFile),
    level: flags.level,
    maxRequests: flags.maxRequests,
    complete: flags.complete === true,
    timeoutMs: flags.timeout * 1000,
    runTimeoutMs: flags.runTimeout * 1000,
    ruleTimeoutMs: flags.ruleTimeout * 1000,
    network: networkOf(flags),
    headers: headersOf(flags.header ?? []),
    ...(flags.waitReady === undefined ? {} : { waitReadyMs: flags.waitReady * 1000 }),
    ...(flags.publicUrl === undefined ? {} : { publicUrl: url('--public-url', flags.publicUrl) }),
  };
}

function planText(form: 1 | 2, { maxRequests, json = false }: RunFlags): string {
  const steps = planOf(form);
  const certain = steps.filter(({ kind }) => kind !== 'optional').length - 1;
  if (json) {
    const requests = steps.map(({ shown, purpose, kind }) => ({ request: shown, purpose, kind }));
    return JSON.stringify({ form, certain, maxRequests, requests }, null, 2);
  }
  const lines = steps.map(({ kind, shown, purpose }, at) => {
    const about = kind === 'documents' ? ' (dredd)' : kind === 'optional' ? ' (optional)' : '';
    return `${String(at + 1).padStart(3)}  ${shown.padEnd(66)} ${purpose}${about}`;
  });
  const rest = `The rest of the budget of ${maxRequests} is for more pages of the feed, then for optional requests.`;
  return [...lines, `${counted(certain, 'request')}. ${rest}`].join('\n');
}
