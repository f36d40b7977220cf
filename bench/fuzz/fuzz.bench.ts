/**
 * Sends hostile requests to both forms of the service, all kinds at the same time, and counts what must not happen: a server
 * error, a response that is not documented, no response, a key in the log, growth of memory or descriptors.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { BenchResult } from '../result.ts';
import { prepareDatabase } from '../serving/prepare.ts';
import { PROJECT, programIn, type Server, startService } from '../serving/servers.ts';
import { KINDS, type Kind, kindsOf, type Subject, violationsOf } from './check.ts';
import { importViolations, sqliteDatabases } from './check-import.ts';
import { IMPORT_KINDS } from './import-damage.ts';
import type { Conversation } from './message.ts';
import { type Count, type ImportCount, type Run, report, type Usage } from './report.ts';
import { subjectAt } from './subject.ts';

export interface FuzzOptions {
  /** At least this many requests, half of them to each form. */
  readonly requests: number;
  readonly seed: number;
}

/** One file is imported for this many requests. */
const FILE_SHARE = 200;

/** Milliseconds after which the server has closed connections that clients have left. */
const SETTLED = 2000;

/** Conversations between two looks at the number of requests sent. */
const ROUND = 50;

export async function bench({ requests, seed }: FuzzOptions): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  try {
    const runs: Run[] = [];
    for (const form of [1, 2] as const)
      runs.push(await fuzz(form, join(folder, `${form}.sqlite`), requests / 2, seed));
    return report(runs, await importAll(folder, Math.ceil(requests / FILE_SHARE), seed), seed);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function fuzz(form: 1 | 2, database: string, requests: number, seed: number): Promise<Run> {
  const [key = '', revoked = ''] = await prepareDatabase(database, 2);
  await promisify(execFile)(process.execPath, [
    programIn(PROJECT),
    'keys',
    'revoke',
    '2',
    '--database',
    `sqlite:${database}`,
  ]);
  const server = await startService(database, ['--form', String(form), '--log-level', 'info']);
  try {
    const log = watchLog(server, key);
    const subject = await subjectAt(server.url, form, key, [revoked]);
    const counts = new Map(
      KINDS.map((kind) => [kind, { requests: 0, statuses: new Map(), violations: [] } as Count]),
    );
    const begin = performance.now();
    const usage = [await usageOf(server)];
    for (const [part, share] of [1 / 4, 1 / 2, 1].entries()) {
      await sendAll(subject, counts, requests * share, seed + part * 1_000_000);
      usage.push(await usageOf(server));
    }
    const seconds = (performance.now() - begin) / 1000;
    return { form, counts, seconds, usage, log };
  } finally {
    await server.stop();
  }
}

/** Sends conversations of all kinds, each kind one after the other, until together they have made enough requests. */
async function sendAll(
  subject: Subject,
  counts: ReadonlyMap<Kind, Count>,
  requests: number,
  seed: number,
): Promise<void> {
  const kinds = kindsOf(subject.known);
  const sent = () => [...counts.values()].reduce((sum, count) => sum + count.requests, 0);
  const lanes = [...counts].map(async ([kind, count]) => {
    const send = async (conversation: Conversation) => {
      count.requests += conversation.messages?.length ?? 1;
      const onResponse = (status: number) =>
        void count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1);
      const found = await violationsOf(subject, conversation, onResponse);
      if (found.length > 0) throw new Error(found.join('; '));
    };
    for (let round = 0; sent() < requests; round += 1) {
      const run = { seed: seed + round, numRuns: ROUND };
      const { failed, counterexample, errorInstance } = await fc.check(
        fc.asyncProperty(kinds[kind], send),
        run,
      );
      if (!failed) continue;
      const bytes = JSON.stringify(counterexample?.[0].bytes).slice(0, 500);
      count.violations.push(`${kind}, seed ${run.seed}: ${(errorInstance as Error).message}, by ${bytes}`);
    }
  });
  await Promise.all(lanes);
}

/** Imports files of each kind, one after the other. */
async function importAll(folder: string, files: number, seed: number): Promise<readonly ImportCount[]> {
  const counts: ImportCount[] = [];
  let number = 0;
  for (const [kind, arbitrary] of Object.entries(IMPORT_KINDS)) {
    const before = number;
    const property = fc.asyncProperty(arbitrary, async (file) => {
      number += 1;
      const found = await importViolations(
        sqliteDatabases(folder, number),
        join(folder, `${number}-file`),
        file,
      );
      if (found.length > 0) throw new Error(found.join('; '));
    });
    const numRuns = Math.ceil(files / Object.keys(IMPORT_KINDS).length);
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns });
    const violations = failed ? [`${kind}, seed ${seed}: ${(errorInstance as Error).message}`] : [];
    counts.push({ kind, files: number - before, violations });
  }
  return counts;
}

function watchLog(server: Server, key: string): readonly string[] {
  const found: string[] = [];
  let rest = '';
  server.onOutput((text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.includes(key) || !/"level":[123]0,/.test(line)) found.push(line);
  });
  return found;
}

/** What the server's process uses when its connections have ended. Descriptors are not a number where the system does not say. */
async function usageOf(server: Server): Promise<Usage> {
  await pause(SETTLED);
  const files = await readdir(`/proc/${server.pid}/fd`).catch(() => null);
  return { megabytes: server.memory(), descriptors: files?.length ?? Number.NaN };
}
