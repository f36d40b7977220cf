import { isObject, parseJson, withoutMark } from '../contract/json.ts';
import type { SkippedStep } from '../contract/report-types.ts';
import type { DreddRun } from '../dredd/dredd.ts';
import type { Exchange } from '../requests/exchange.ts';
import { createIntake, sizeOf } from '../safety/intake.ts';
import { limits } from '../safety/limits.ts';
import type { Evidence } from './evidence.ts';
import { isSavedEntry, isSavedRun } from './saved-run.ts';

/** Version of the archives that the gate writes. */
export const evidenceVersion = 1;

/** Parses an archive that the gate wrote, or returns what is wrong with it. */
export function readHar(text: string): Evidence | string {
  const { values } = sizeOf(text);
  if (values > limits.runValues) return `it has more than ${limits.runValues.toLocaleString('en-US')} values`;
  const har = parseJson(withoutMark(text));
  const log = isObject(har) && isObject(har['log']) ? har['log'] : undefined;
  if (log === undefined || !Array.isArray(log['entries'])) return 'not an HTTP archive';
  if (!('_evidenceVersion' in log))
    return 'not recorded by the gate: judge takes the run.har that a run writes with --out';
  if (log['_evidenceVersion'] !== evidenceVersion || !isObject(log['_run']))
    return 'not saved by this version of the gate';
  if (!log['entries'].every(isSavedEntry)) return 'an entry is damaged';
  if (!isSavedRun(log['_run'])) return 'the description of the run is damaged';
  const exchanges = log['entries'].map((entry: unknown): Exchange => {
    const { _exchange, response: saved } = entry as {
      _exchange: Omit<Exchange, 'response'>;
      response: HarResponse;
    };
    if (_exchange.unanswered !== undefined) return _exchange;
    const headers = Object.fromEntries(saved.headers.map(({ name, value }) => [name, value]));
    return {
      ..._exchange,
      response: { status: saved.status, headers, body: saved.content.text, bytes: saved.content.size },
    };
  });
  const run = log['_run'] as unknown as Omit<Evidence, 'exchanges'> & {
    skipped: readonly SkippedStep[];
    dredd?: DreddRun;
  };
  const excess = excessIn(exchanges);
  return excess ?? { ...run, exchanges };
}

/** Which response is larger than a run may have, and which limit it exceeds. */
function excessIn(exchanges: readonly Exchange[]): string | undefined {
  const intake = createIntake();
  for (const { number, response } of exchanges) {
    const excess = response && intake.take(response.body, Buffer.byteLength(response.body));
    if (excess !== undefined) return `request ${number}: ${excess}`;
  }
  return undefined;
}

interface HarResponse {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly content: { readonly size: number; readonly text: string };
}
