import { collectEvidence } from '../evidence/collect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readFacts } from '../facts/facts.ts';
import { chooseProbeDates } from '../facts/probe-dates.ts';
import { type Exchange, keyPlaceholder } from '../requests/exchange.ts';
import type { Received, SendRequest } from '../requests/send-request.ts';
import type { Flaw } from './flaw.ts';

/** Requests of a recording that the plan does not lead to, or that it leads to and that are missing. */
export async function planFlaws(evidence: Evidence): Promise<readonly Flaw[]> {
  const flaw = (message: string, exchange?: number): Flaw => ({
    check: 'plan',
    message,
    ...(exchange === undefined ? {} : { exchange }),
  });
  const { exchanges } = evidence;
  const again = await repeat(evidence);
  for (const [at, planned] of again.exchanges.entries()) {
    const recorded = exchanges[at];
    if (recorded === undefined)
      return [flaw(`${shown(planned)} is missing, which the plan sends next`, at + 1)];
    if (shown(planned) !== shown(recorded))
      return [flaw(`it is ${shown(recorded)}, but the plan sends ${shown(planned)}`, at + 1)];
  }
  if (exchanges.length > again.exchanges.length)
    return [flaw('the plan does not send it', again.exchanges.length + 1)];
  const isSame = (of: (run: Evidence) => unknown) =>
    JSON.stringify(of(again) ?? null) === JSON.stringify(of(evidence) ?? null);
  return [
    ...(isSame(({ skipped }) => skipped) ? [] : [flaw('it does not skip the steps that the plan skips')]),
    ...(isSame(({ stopped }) => stopped) ? [] : [flaw('it did not stop where the plan stops')]),
  ];
}

/** Runs the plan once more, with the recorded responses in place of the network. */
async function repeat(evidence: Evidence): Promise<Evidence> {
  const { exchanges, target, publicUrl, formDeclared, level, maxRequests } = evidence;
  let sent = 0;
  let time = evidence.startedAt;
  const fetch: SendRequest = async () => {
    const exchange = exchanges[sent];
    sent += 1;
    if (exchange === undefined) throw new Error('the recording is over');
    time = exchange.startedAt + exchange.durationMs;
    return responseOf(exchange);
  };
  return await collectEvidence({
    target,
    publicUrl,
    form: formDeclared,
    level,
    maxRequests,
    key: keyPlaceholder,
    timeoutMs: 60_000,
    deadline: Number.POSITIVE_INFINITY,
    // The time at which the next request was sent
    now: () => Math.max(time, exchanges[sent]?.startedAt ?? time),
    fetch,
    chooseDates: async (soFar) => chooseProbeDates(readFacts(soFar)),
  });
}

function responseOf({ response, unanswered = '' }: Exchange): Received {
  if (unanswered.includes('429')) return { status: 429, headers: [], body: null };
  if (response === undefined) throw new Error(unanswered);
  const bytes = new TextEncoder().encode(response.body);
  return {
    status: response.status,
    headers: Object.entries(response.headers),
    body: (async function* () {
      yield bytes;
    })(),
  };
}

function shown({ method, url, credential, step }: Exchange): string {
  return `${method} ${url} (${step}, credential ${credential})`;
}
