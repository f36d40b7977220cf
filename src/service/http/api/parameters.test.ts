import { describe, expect, it } from 'vitest';
import { ALWAYS_OPEN } from '../../domain/timetable.ts';
import { sampleReports } from '../sample-data.fixture.ts';
import { services, shared } from '../service-under-test.fixture.ts';
import { BAD_DATES, BAD_INTEGERS } from './bad-values.fixture.ts';

const start = services();
const service = shared(start, { reports: sampleReports() });

interface BadRequest {
  readonly detail: string;
  readonly errors: readonly { readonly parameter: string; readonly message: string }[];
}

async function rejected(path: string, from = service()): Promise<BadRequest> {
  const response = await from.get(path);
  const body = await response.text();
  expect([path, response.status], body).toEqual([path, 400]);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return JSON.parse(body);
}

describe.each(['chart', 'patterns', 'export.csv'])('%s', (path) => {
  it.each(['since', 'until'])('rejects an invalid date as %s and says how to write one', async (name) => {
    for (const value of BAD_DATES) {
      const { errors, detail } = await rejected(`${path}?${name}=${encodeURIComponent(value)}`);
      expect([value, ...errors.map(({ parameter }) => parameter)]).toEqual([value, name]);
      expect(errors[0]?.message).toContain('YYYY-MM-DD');
      expect(detail).toContain(name);
    }
  });

  it('says when a date is well-formed but not in the calendar', async () => {
    const { errors } = await rejected(`${path}?since=2026-02-30&until=2026-2-28`);
    expect(errors.map(({ message }) => message)).toEqual([
      '"2026-02-30" is not in the calendar; write a date that exists, as YYYY-MM-DD.',
      '"2026-2-28" is not a date; write YYYY-MM-DD, such as 2026-10-16.',
    ]);
  });

  it('rejects a range that ends before it starts, and names both ends', async () => {
    const { errors } = await rejected(`${path}?since=2026-10-02&until=2026-10-01`);
    expect(errors.map(({ parameter }) => parameter)).toEqual(['since', 'until']);
    for (const { message } of errors)
      expect(message).toMatch(/2026-10-02.*2026-10-01|2026-10-01.*2026-10-02/);
  });

  it.each(['0001-01-01', '1600-02-29', '2030-01-01', '9999-12-30'])('accepts the far day %s', async (day) => {
    const response = await service().get(`${path}?since=${day}&until=${day}`);
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  });
});

describe('a one-day chart of a venue that never closes', () => {
  const alwaysOpen = shared(start, { settings: { hours: ALWAYS_OPEN } });
  const timestamps = (json: string) => json.match(/(?<="(t|start|end)":")[^"]+/g) ?? [];

  it.each(['0000-01-01', '0001-01-01', '9999-12-30'])(
    'has timestamps with a four-digit year on %s',
    async (day) => {
      const found = timestamps(await alwaysOpen().text(`chart?since=${day}&until=${day}`));
      expect(found.length).toBeGreaterThan(90);
      for (const timestamp of found) expect(timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    },
  );

  it.each([
    ['since=9999-12-31', ['since']],
    ['since=9999-12-31&until=9999-12-31', ['since', 'until']],
  ])('is rejected for %s, and the error names the last possible day', async (query, parameters) => {
    const { errors } = await rejected(`chart?${query}`, alwaysOpen());
    expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
    for (const { message } of errors) expect(message).toContain('9999-12-30');
  });

  it('does not limit longer ranges, patterns and exports', async () => {
    const paths = [
      'chart?since=9999-12-30&until=9999-12-31',
      'chart?until=9999-12-31',
      'patterns?since=9999-12-31',
      'export.csv?until=9999-12-31',
    ];
    for (const path of paths) await alwaysOpen().text(path);
  });
});

describe.each([
  ['reports', 'limit', 1, 200, 8],
  ['highlights', 'days', 1, 60, 7],
] as const)('%s', (path, name, least, most, fallback) => {
  it(`rejects anything but a whole number within the bounds as ${name}, and names the bounds`, async () => {
    for (const value of [...BAD_INTEGERS, String(most + 1)]) {
      const { errors, detail } = await rejected(`${path}?${name}=${encodeURIComponent(value)}`);
      expect([value, ...errors.map(({ parameter }) => parameter)]).toEqual([value, name]);
      expect(errors[0]?.message).toContain(`from ${least} to ${most}`);
      expect(errors[0]?.message).toContain(`${fallback}`);
      expect(detail).toContain(name);
    }
  });

  it('accepts both bounds', async () => {
    for (const value of [least, most, `0${least}`])
      expect((await service().get(`${path}?${name}=${value}`)).status).toBe(200);
  });
});

describe('unknown parameters', () => {
  it.each([
    ['status', 'since', 'has none'],
    ['chart', 'untill', 'since and until'],
    ['chart', 'Since', 'since and until'],
    ['patterns', 'limit', 'since and until'],
    ['export.csv', 'format', 'since and until'],
    ['reports', 'page', 'limit and cursor'],
    ['highlights', 'limit', 'days'],
    ['status', '__proto__', 'has none'],
    ['chart', 'constructor', 'since and until'],
    ['chart', 'since[]', 'since and until'],
  ])('on %s, such as %s, are rejected, and the error lists the allowed ones', async (path, name, allowed) => {
    const { errors } = await rejected(`${path}?${encodeURIComponent(name)}=1`);
    expect(errors).toEqual([{ parameter: name, message: expect.stringContaining(allowed) }]);
  });
});

describe('a parameter given twice', () => {
  it.each([
    'chart?since=2026-10-01&since=2026-10-02',
    'chart?since=2026-10-01&since=2026-10-01',
    'reports?limit=3&limit=4',
    'highlights?days=1&days=2',
    'reports?cursor=&cursor=',
  ])('is rejected: %s', async (path) => {
    const { errors } = await rejected(path);
    expect(errors).toEqual([{ parameter: path.split(/[?=]/)[1], message: expect.stringContaining('once') }]);
  });
});

describe("a chart's range", () => {
  it.each([
    ['since=2023-10-12&until=2026-10-16', 1101],
    ['since=2000-01-01', 9786],
    ['since=2026-10-01&until=2099-01-01', 26391],
  ])('covers at most 1100 days: %s has %i', async (query, days) => {
    const { errors } = await rejected(`chart?${query}`);
    const message = expect.stringMatching(new RegExp(`${days} days.*at most 1100`));
    expect(errors).toEqual([{ parameter: 'since', message }]);
    expect((await service().get('chart?since=2023-10-13&until=2026-10-16')).status).toBe(200);
  });

  it('is shortened when only its end is given', async () => {
    const old = await start({ reports: sampleReports(), now: '2036-10-16T12:00:00-07:00' });
    const { line } = await old.json<{ line: { t: string }[] }>('chart?until=2036-10-16');
    expect(line[0]?.t.slice(0, 10)).toBe('2033-10-13');
  });

  it.each(['2026-10-17', '2099-01-01', '9999-12-31'])(
    'has every report if only an end in the future is given: %s',
    async (until) => {
      const untilToday = await service().text('chart?until=2026-10-16');
      expect(JSON.parse(untilToday).scatter.length).toBeGreaterThan(0);
      expect(await service().text(`chart?until=${until}`)).toBe(untilToday);
    },
  );
});
