import { collectEvidence } from '../evidence/collect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readFacts } from '../facts/facts.ts';
import { chooseProbeDates } from '../facts/probe-dates.ts';
import { chooseRereading } from '../facts/rereading.ts';
import { redirectLoop } from '../requests/client.ts';
import { type Exchange, type HttpResponse, keyPlaceholder } from '../requests/exchange.ts';
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
    return [flaw('the plan does not include it', again.exchanges.length + 1)];
  const isSame = (of: (run: Evidence) => unknown) =>
    JSON.stringify(of(again) ?? null) === JSON.stringify(of(evidence) ?? null);
  // The texts of a step may be reworded without a change of the plan
  const skippedIn = ({ skipped }: Evidence) => skipped.map(({ step, blocked }) => ({ step, blocked }));
  return [
    ...(isSame(skippedIn) ? [] : [flaw('it does not skip the steps that the plan skips')]),
    ...(isSame(({ stopped }) => stopped) ? [] : [flaw('it did not stop where the plan stops')]),
  ];
}

/** Runs the plan once more, with the recorded responses in place of the network. */
async function repeat(evidence: Evidence): Promise<Evidence> {
  const { exchanges, target, publicUrl, formDeclared, level, maxRequests } = evidence;
  let sent = 0;
  let time = evidence.startedAt;
  let recorded: Exchange | undefined;
  let from = '';
  let hopsLeft = 0;
  const fetch: SendRequest = async (url, { headers }) => {
    // Requests that follow a redirect are counted but not recorded. Only planned requests have an Accept header
    const isHop = !('accept' in headers);
    if (isHop) hopsLeft -= 1;
    else {
      recorded = exchanges[sent];
      sent += 1;
      from = url.href;
      hopsLeft = recorded?.hops ?? 0;
    }
    if (recorded === undefined) throw new Error('the recording is over');
    time = recorded.startedAt + recorded.durationMs;
    const { response, unanswered = '' } = recorded;
    if (response !== undefined && !isHop) return received(response);
    if (hopsLeft > 0) return redirectTo(`/hop-${hopsLeft}`);
    if (response !== undefined) return { status: 200, headers: [], body: null };
    if (unanswered === redirectLoop) return redirectTo(from);
    if (unanswered.startsWith('rejected with 429')) return { status: 429, headers: [], body: null };
    throw new Error(unanswered);
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
    chooseRereading: async (soFar) => chooseRereading(readFacts(soFar)),
  });
}

function redirectTo(location: string): Received {
  return { status: 302, headers: [['location', location]], body: null };
}

function received({ status, headers, body }: HttpResponse): Received {
  const bytes = new TextEncoder().encode(body);
  return {
    status,
    headers: Object.entries(headers),
    body: (async function* () {
      yield bytes;
    })(),
  };
}

function shown({ method, url, credential, step }: Exchange): string {
  return `${method} ${url} (${step}, credential ${credential})`;
}
