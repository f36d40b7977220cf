/** The process of the honest client: `PORT KEY`. At each message, it sends what it has seen since the last. */
import { Agent, get } from 'node:http';
import type { Seen } from './honest-client.ts';

/** Between two rounds of requests, in milliseconds. */
const INTERVAL = 50;
const PATIENCE = 5000;

const [port, key] = process.argv.slice(2) as [string, string];
const kept = new Agent({ keepAlive: true });
const headers = { Authorization: `Token ${key}`, 'X-Forwarded-For': '198.51.100.7' };
let times: number[] = [];
let failures: Record<string, number> = {};
let round = 0;

function end(path: string, began: number, failure: string | null): void {
  times.push(performance.now() - began);
  if (failure === null) return;
  const what = failure === 'announced 503' ? failure : `${failure} of ${path}`;
  failures[what] = (failures[what] ?? 0) + 1;
}

function send(path: string, agent: Agent | false, began = performance.now()): void {
  const request = get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
    const { statusCode, headers: received } = response;
    const isAnnounced = statusCode === 503 && received['retry-after'] !== undefined;
    const failure = statusCode === 200 ? null : isAnnounced ? 'announced 503' : String(statusCode);
    response.once('end', () => end(path, began, failure));
    response.once('error', ({ message }) => end(path, began, message));
    response.resume();
  });
  request.setTimeout(PATIENCE, () => request.destroy(new Error('timeout')));
  request.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    // As browsers do if the service had closed the idle connection that it was sent on (RFC 9112, section 9.3.1).
    if (request.reusedSocket && code === 'ECONNRESET') send(path, agent, began);
    else end(path, began, code ?? message);
  });
}

setInterval(() => {
  round += 1;
  send('/api/v1/status', round % 2 === 0 && kept);
  if (round % 2 === 0) return;
  send('/livez', round % 4 === 1 && kept);
  send('/page/api/v1/status', round % 4 === 3 && kept);
}, INTERVAL);

process.on('message', () => {
  const seen: Seen = { times, failures };
  process.send?.(seen);
  times = [];
  failures = {};
});
process.once('disconnect', () => process.exit());
