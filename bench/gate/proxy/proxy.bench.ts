import { readFile } from 'node:fs/promises';
import { FAULTS } from '../../../conformance/reference/faults/catalogue.ts';
import { type Fault, isBreach } from '../../../conformance/reference/faults/fault.ts';
import { type BenchResult, UsageError } from '../../result.ts';
import { sampleOf } from '../sample.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { NO_FAULT, type Trial, tryCommand } from './test-command.ts';

/** What `gate-proxy` does: lists faults, serves one, or runs a command on each. */
export type ProxyOptions = {
  readonly upstream: string | null;
  readonly form: 1 | 2;
  readonly fault: string | null;
  readonly port: number;
  readonly command: string | null;
  readonly keyFile: string | null;
  readonly list: boolean;
  readonly sample: number | null;
  readonly seed: number;
};

/** Puts faults before a deployment. Serves a single one until the process is interrupted. */
export async function bench(options: ProxyOptions): Promise<BenchResult> {
  const faults = FAULTS.filter((fault) => isBreach(fault) && fault.forms.includes(options.form));
  if (options.list) return { table: listOf(faults), figures: { faults: faults.map(described) }, missed: [] };
  if (options.upstream === null || (options.fault === null) === (options.command === null))
    throw new UsageError('Give --list, or --upstream URL with either --fault ID or --command TEXT.');
  const upstream = { url: options.upstream, key: await keyOf(options.keyFile) };
  if (options.command !== null) {
    const chosen = sampleOf(faults, options.sample, options.seed);
    return tried(options.command, upstream, chosen);
  }
  const fault = [NO_FAULT, ...faults].find(({ id }) => id === options.fault);
  if (fault === undefined)
    throw new UsageError(`No fault of form ${options.form} is called ${options.fault}.`);
  const proxy = await startFaultProxy(fault, upstream, options.port);
  console.log(`${proxy.url} ${fault.id}: ${fault.summary}`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await proxy.close();
  const { requests, changed } = proxy.counts;
  return {
    table: `${requests} requests; the fault had a part in ${changed} responses`,
    figures: proxy.counts,
    missed: [],
  };
}

async function tried(
  command: string,
  upstream: { readonly url: string; readonly key: string },
  faults: readonly Fault[],
): Promise<BenchResult> {
  const [without] = await tryCommand(command, upstream, [NO_FAULT]);
  if (without?.outcome === 'found') throw new UsageError('The command fails without any fault.');
  const trials = await tryCommand(command, upstream, faults);
  const names = (outcome: Trial['outcome']) =>
    trials.filter((trial) => trial.outcome === outcome).map(({ fault }) => fault);
  const [found, missed, hidden] = [names('found'), names('missed'), names('not shown')];
  const seen = found.length + missed.length;
  const part = (title: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`\n${title}`, ...ids.map((id) => `- ${id}`)];
  return {
    table: [
      `${found.length} of ${seen} faults found (${Math.floor((100 * found.length) / Math.max(1, seen))} %); ${hidden.length} others changed no response`,
      ...part('Missed', missed),
      ...part('Changed no response', hidden),
    ].join('\n'),
    figures: { without, trials },
    missed,
  };
}

async function keyOf(file: string | null): Promise<string> {
  const key = file === null ? process.env['HEADCOUNT_API_KEY'] : (await readFile(file, 'utf8')).trim();
  if (key === undefined || key === '')
    throw new UsageError('Set HEADCOUNT_API_KEY, or give --key-file FILE.');
  return key;
}

const described = ({ id, summary, requirements, state }: Fault) => ({
  id,
  summary,
  requirements,
  ...(state === undefined ? {} : { state }),
});

function listOf(faults: readonly Fault[]): string {
  const lines = faults.map(
    ({ id, summary, state }) =>
      `${id}: ${summary}${state === undefined ? '' : ` Shows where ${JSON.stringify(state)}.`}`,
  );
  const bound = faults.filter(({ state }) => state !== undefined).length;
  return [
    ...lines,
    `\n${faults.length} faults; ${faults.length - bound} show on any deployment with reports, ${bound} only in a state`,
  ].join('\n');
}
