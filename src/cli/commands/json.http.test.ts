import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isApiKey } from '../../service/keys/api-key.ts';
import { program } from './program.ts';
import { programHere } from './program-here.fixture.ts';

const { path, run } = programHere();

async function printedBy(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(args);
  expect(stderr).toBe('');
  return stdout;
}

const resultOf = async (...args: readonly string[]) => JSON.parse(await printedBy(...args, '--json'));

it('prints the result of every command about data and keys as one JSON object', async () => {
  const database = `sqlite:${path('line.sqlite')}`;
  const at = ['--database', database, '--time-zone', 'America/New_York'];
  const week = [...at, '--weeks', '1', '--as-of', '2026-10-16T12:30:00-07:00'];
  const { added } = await resultOf('simulate', ...week);
  expect(added).toBeGreaterThan(50);
  expect(await resultOf('simulate', ...week)).toEqual({ added: 0, known: added });
  const file = path('line.ndjson');
  await printedBy('simulate', ...week, '--out', file);
  expect(await resultOf('import', file, '--database', database)).toEqual({
    read: added,
    added: 0,
    known: added,
    completed: 0,
    inFuture: 0,
    seconds: expect.any(Number),
    skipped: null,
  });
  expect(await resultOf('import', file, '--dry-run', ...at)).toEqual({
    read: added,
    timeZone: 'America/New_York',
    range: { from: expect.stringMatching(/^2026-10-\d\dT.*-04:00$/), to: expect.stringMatching(/-04:00$/) },
    buckets: expect.objectContaining({ '0': expect.any(Number), '30+': expect.any(Number) }),
    first: expect.arrayContaining([
      { line: 1, timestamp: expect.stringMatching(/^2026-10-\d\dT.*-04:00$/), bucket: expect.any(String) },
    ]),
    inFuture: 0,
    seconds: expect.any(Number),
    skipped: null,
  });

  const issuedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*-0[45]:00$/);
  const shown = {
    id: 1,
    prefix: expect.any(String),
    email: 'ada@example.edu',
    issuedAt,
    account: expect.any(Number),
    name: '',
    state: 'active',
    expiresAt: null,
    venues: null,
  };
  const { key, ...issued } = await resultOf('keys', 'issue', ...at, '--email', 'ada@example.edu');
  expect(isApiKey(key)).toBe(true);
  expect(issued).toEqual({ ...shown, quota: 1000, revokedAt: null });
  expect(key.startsWith(issued.prefix)).toBe(true);
  const changed = { ...shown, quota: 5000, revokedAt: null };
  expect(await resultOf('keys', 'quota', '1', '5000', ...at)).toEqual(changed);
  const revoked = await resultOf('keys', 'revoke', '1', ...at);
  expect(revoked).toEqual({ ...changed, state: 'revoked', revokedAt: issuedAt });
  expect(await resultOf('keys', 'list', ...at)).toEqual({
    keys: [{ ...revoked, usedToday: 0, lastUsedAt: null }],
  });
  expect(await printedBy('keys', 'list', ...at, '--json')).not.toContain(key);

  expect(await resultOf('check', '--database', database)).toMatchObject({
    sound: true,
    problems: [],
    contents: { reports: added, keys: 1 },
  });
});

it('prints what stubs creates and updates as JSON', async () => {
  const out = path('stubs');
  const created = await resultOf('stubs', '--form', '1', '--out', out);
  expect(created).toEqual({ folder: out, form: 1, created: expect.arrayContaining(['package.json']) });
  expect(await resultOf('stubs', '--update', '--out', out)).toEqual({
    folder: out,
    form: 1,
    formBefore: 1,
    written: [],
    added: [],
    obsolete: [],
    unmarked: [],
  });
});

it('prints versions as JSON, for a bug report', async () => {
  const version = expect.stringMatching(/^\d+(\.\d+)+/);
  expect(await resultOf('version')).toEqual({
    headcount: program().version(),
    commit: expect.stringMatching(/^([\da-f]{40}(-dirty)?|unknown)$/),
    contract: version,
    node: process.versions.node,
    sqlite: version,
    platform: `${process.platform} ${process.arch}`,
  });
});

it('prints the plan of the gate as JSON', async () => {
  const { form, certain, maxRequests, requests } = await resultOf('conformance', '--form', '2', '--plan');
  expect([form, maxRequests]).toEqual([2, 60]);
  expect(certain).toBeLessThan(requests.length);
  expect(requests).toContainEqual({
    request: expect.stringContaining('/api/v1/status'),
    purpose: expect.any(String),
    kind: expect.any(String),
  });
});

it('prints a comparison of reports as JSON', async () => {
  const report = (name: string, outcome: string) => {
    const requirements = [{ id: 'status.message', promise: 'A text or null.', outcome }];
    const run = path(name);
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'report.json'), JSON.stringify({ version: 1, verdict: 'failure', requirements }));
    return run;
  };
  const before = report('before', 'pass');
  for (const [run, outcome] of ['pass', 'fail'].entries()) report(`after/run-${run + 1}`, outcome);
  writeFileSync(path('after/summary.json'), '{"runs":2}');
  const change = { id: 'status.message', promise: 'A text or null.' };
  expect(await resultOf('conformance', 'compare', before, path('after'))).toEqual({
    differences: [],
    newFailures: [],
    fixed: [],
    stillFailing: [],
    flaky: [{ ...change, before: 'pass', after: 'flaky', newPlaces: [] }],
    changed: [],
    same: 0,
    exitCode: 0,
  });
});
