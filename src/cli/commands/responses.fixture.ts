import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramUnderTest, RunningProgram } from './program.fixture.ts';

const ZONE = ['--time-zone', 'America/Los_Angeles'];
const NOW = ['--as-of', '2026-03-02T12:35:00-08:00'];

/** What a key is shown that does not change within a minute. */
const PATHS = [
  'chart?since=2026-02-27',
  'chart?since=2026-02-23&until=2026-03-01',
  'patterns?until=2026-03-01',
  'export.csv?until=2026-03-01',
  'reports?limit=200',
];

/** Fills a database with two simulated weeks, and returns a new key. */
export async function simulated(program: ProgramUnderTest, database: string): Promise<string> {
  const env = { HEADCOUNT_DATABASE: database };
  const weeks = ['--weeks', '2', '--owner', 'bob@example.edu'];
  const { code, stderr } = await program.run(['simulate', ...weeks, ...ZONE, ...NOW], { env });
  if (code !== 0) throw new Error(stderr);
  return (await program.run(['keys', 'issue', '--email', 'ada@example.edu'], { env })).stdout.trim();
}

/** Serves a database at a fixed time; `log` is what it prints. */
export function served(program: ProgramUnderTest, database: string): Promise<RunningProgram> {
  const env = { HEADCOUNT_DATABASE: database };
  return program.start(['serve', '--port', '0', ...ZONE, ...NOW], /Serving Form/, { env });
}

export function urlOf(service: RunningProgram): string {
  return /at (http:\S+)/.exec(service.output())?.[1] ?? '';
}

/** The service's responses to a key, once it has learned from all past days, with `URL` for its address. */
export async function responsesTo(key: string, service: RunningProgram): Promise<readonly string[]> {
  let responses: readonly string[] = [];
  for (;;) {
    const before = responses;
    responses = await Promise.all(PATHS.map((path) => get(`${urlOf(service)}/api/v1/${path}`, key)));
    if (before.length > 0 && responses.every((text, index) => text === before[index])) break;
    await sleep(300);
  }
  return responses.map((text) => text.replaceAll(urlOf(service), 'URL'));
}

async function get(url: string, key: string): Promise<string> {
  const response = await fetch(url, { headers: { Authorization: `Token ${key}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}
