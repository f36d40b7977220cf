import { expect, it } from 'vitest';
import { sampleReports } from '../../service/http/sample-data.fixture.ts';
import { type Running, services } from '../../service/http/service-under-test.fixture.ts';
import { programHere } from './program-here.fixture.ts';

const start = services();
const { path, run } = programHere();
const PATHS = [
  'status',
  'chart?since=2026-10-14&until=2026-10-16',
  'patterns',
  'highlights',
  'export.csv',
  'reports?limit=200',
];

it('headcount backup and restore give a new service the same keys, quotas and responses, byte for byte', {
  timeout: 60_000,
}, async () => {
  const original = await start({ reports: sampleReports().slice(-150) });
  const responsesOf = async ({ url }: Running) => {
    const headers = { Authorization: `Token ${original.key}` };
    return Promise.all(
      PATHS.map(async (name) => {
        const response = await fetch(`${url}/api/v1/${name}`, { headers });
        return [response.status, (await response.text()).replaceAll(url, 'URL')];
      }),
    );
  };
  const expected = await responsesOf(original);
  expect(expected.map(([status]) => status)).toEqual(PATHS.map(() => 200));
  const [backup, copy] = [path('nightly'), path('restored/copy.sqlite')];
  const backedUp = await run(['backup', '--database', `sqlite:${original.file}`, '--to', backup]);
  expect([backedUp.code, backedUp.stderr]).toEqual([0, '']);
  const contents =
    /\d+ photos, \d+ likes, \d+ accounts \(with those that only liked photos\), 1 key, \d+ events? and 1 request counter/;
  expect(backedUp.stdout).toMatch(
    new RegExp(`^Backed up [1-9]\\d+ reports, ${contents.source} to ${backup} `),
  );
  expect(backedUp.stdout).toMatch(/ \(\d+\.\d MB\) in \d+\.\d s\.\n$/);
  const tokyo = ['--time-zone', 'Asia/Tokyo'];
  const restored = await run(['restore', '--from', backup, '--database', `sqlite:${copy}`, ...tokyo]);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toMatch(
    /^Restored [1-9]\d+ reports, .*, as of \d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Tokyo\), in \d+\.\d s\.\n$/,
  );
  for (const checked of [
    ['--from', backup],
    ['--database', `sqlite:${copy}`],
  ]) {
    const { code, stdout } = await run(['check', ...checked]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Sound: [1-9]\d+ reports, /)]);
  }
  const service = await start({ file: copy });
  const used = ({ store }: Running) => store.usedQuota(original.keyId, '2026-10-16');
  expect(await used(service)).toBe(PATHS.length);
  expect(await responsesOf(service)).toEqual(expected);
});
