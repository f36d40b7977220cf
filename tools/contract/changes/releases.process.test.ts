import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Documents, release, versions } from './releases.ts';

const folder = mkdtempSync(join(tmpdir(), 'releases-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The documents of both forms. These fields are in Form 2, since each form that changes costs a run of redocly diff. */
function documents(version: string, description: string, ...fields: readonly string[]): Documents {
  return { 1: documentOf(version, description, ['message']), 2: documentOf(version, description, fields) };
}

function documentOf(version: string, description: string, fields: readonly string[]): string {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  const response = {
    description,
    content: { 'application/json': { schema: { type: 'object', properties } } },
  };
  const paths = { '/a': { get: { summary: 'Get a', responses: { 200: response } } } };
  return stringify({ openapi: '3.1.0', info: { title: 'A', version }, paths });
}
const first = documents('1.0.0', 'All', 'message');
const second = documents('1.9.0', 'All', 'message', 'hours');

it('a version that is not released comes first, and a released one stays as it was', async () => {
  const entry = { version: '1.0.0', date: null, since: null, changes: ['`GET /a`: Get a.'] };
  expect(await versions(first, folder)).toEqual([entry]);
  await release(first, '2026-11-22', folder);
  expect(await versions(first, folder)).toEqual([{ ...entry, date: '2026-11-22' }]);
  await expect(release(first, '2026-11-23', folder)).rejects.toThrow('1.0.0 is released; raise info.version');
});

it('words may change after a release, but shape may not', async () => {
  expect(await versions(documents('1.0.0', 'Everything', 'message'), folder)).toHaveLength(1);
  await expect(versions(documents('1.0.0', 'All', 'text'), folder)).rejects.toThrow(
    'Form 2 has changed since 1.0.0 was released; raise info.version in openapi/base.yaml.',
  );
});

it('a later version lists what changed since the latest one', async () => {
  await release(second, '2027-02-01', folder);
  expect((await versions(second, folder))[0]).toEqual({
    version: '1.9.0',
    date: '2027-02-01',
    since: '1.0.0',
    changes: ['Form 2 only: `GET /a`, response 200, field `hours`: Added.'],
  });
  await release(documents('1.10.0', 'Everything', 'message', 'hours'), '2027-03-01', folder);
  const all = await versions(documents('1.10.0', 'Everything', 'message', 'hours'), folder);
  expect(all.map(({ version, since }) => `${version} since ${since}`)).toEqual([
    '1.10.0 since 1.9.0',
    '1.9.0 since 1.0.0',
    '1.0.0 since null',
  ]);
  expect(readdirSync(join(folder, '1.9.0')).toSorted()).toEqual([
    'form-1.yaml',
    'form-2.yaml',
    'release.yaml',
  ]);
});
