/** The process of a heavy client: `URL KEY KIND`. On any message it stops, sends its counts and exits. */
import { Agent } from 'node:http';
import { sendRequest } from '../load.ts';
import { HEAVY, type HeavyKind, type HeavyRequests, VISITS } from './heavy-client.ts';

/** How many requests of a client are open at once. */
const CONCURRENCY = 4;

const [url, key, kind] = process.argv.slice(2) as [string, string, HeavyKind];
const targets = HEAVY[kind]();
const isVisit = kind in VISITS;
const stopping = new AbortController();
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
let complete = 0;
let failed = 0;
let count = 0;

function nextHeaders(): Readonly<Record<string, string>> {
  count += 1;
  return isVisit
    ? { 'X-Forwarded-For': `2001:db8:${(count >> 16).toString(16)}:${(count & 65_535).toString(16)}::1` }
    : { Authorization: `Token ${key}` };
}

async function work(): Promise<void> {
  let path = targets.next().value;
  while (!stopping.signal.aborted) {
    const target = `${url}${isVisit ? '/page' : ''}/api/v1/${path}`;
    const status = await sendRequest(target, nextHeaders(), agent, stopping.signal);
    // A visitor who is refused asks for the same again.
    if (isVisit && status === 429) continue;
    if (status === 200) complete += 1;
    else if (!stopping.signal.aborted) failed += 1;
    path = targets.next().value;
  }
}

process.once('message', () => stopping.abort());
// The benchmark ended without stopping it.
process.once('disconnect', () => process.exit());
await Promise.all(Array.from({ length: CONCURRENCY }, work));
const requests: HeavyRequests = { complete, failed };
process.send?.(requests, () => process.exit());
