import { describe, expect, it } from 'vitest';
import { CONTRACTS, type ContractUnderTest } from './contract-under-test.fixture.ts';

const [form1, form2] = CONTRACTS as [ContractUnderTest, ContractUnderTest];
const TIME = '2026-10-16T12:31:15-07:00';

/** The values that a schema accepts. */
function acceptedOf(contract: ContractUnderTest, schema: string, values: readonly unknown[]) {
  return values.filter((value) => contract.errors(`/components/schemas/${schema}`, value).length === 0);
}
const accepts = (contract: ContractUnderTest, schema: string, value: unknown) =>
  acceptedOf(contract, schema, [value]).length === 1;

interface Texts {
  readonly schema: string;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const COMMON: readonly Texts[] = [
  {
    schema: 'Clock',
    good: ['1:00am', '12:00am', '12:59pm', '9:05am', '10:30pm', '11:59pm'],
    bad: [
      ...['01:00am', '0:30am', '13:00pm', '12:60am', '9:5am', '9:05AM', '9:05 am', '9:05', '21:05'],
      ...['9:05am\n', '', 'noon', null, 905],
    ],
  },
  {
    schema: 'Timestamp',
    good: [TIME, '2026-10-16T12:31:15Z', '2026-10-16T12:31:15+00:00', '2026-10-16T12:31:15.123456+05:30'],
    bad: [
      ...['2026-10-16T12:31:15', '2026-10-16 12:31:15-07:00', '2026-10-16', '2026-10-16T12:31-07:00'],
      ...['2026-10-16T12:31:15-0700', '2026-13-16T12:31:15Z', '2026-02-30T12:31:15Z'],
      ...['2026-10-16T25:31:15Z', 'Fri, 16 Oct 2026 12:31:15 GMT', 1792180275, null],
    ],
  },
  {
    schema: 'Date',
    good: ['2026-10-16', '2024-02-29'],
    bad: ['2026-02-29', '2026-1-1', '20261016', TIME],
  },
];
const BUCKETS: readonly (Texts & { readonly contract: ContractUnderTest })[] = [
  {
    contract: form1,
    schema: 'Bucket',
    good: ['0', '1-5', '6-10', '11-20', '20-30', '30+'],
    bad: ['3', '8', '1-6', '21-30', '30', '', 'short', ' 0', 0, null],
  },
  {
    contract: form2,
    schema: 'Bucket',
    good: ['0', '3', '35', '1-5', '20-30', '100'],
    bad: [
      ...['30+', 'short', '1-', '-5', '1 - 5', '1-5-9', '1–5', '3.5', '', 'about 5', ' 3', '3\n'],
      ...[3, null],
    ],
  },
];

it.each([...CONTRACTS.flatMap((contract) => COMMON.map((one) => ({ contract, ...one }))), ...BUCKETS])(
  '$schema of Form $contract.form accepts what is valid, and nothing else',
  ({ contract, schema, good, bad }) => {
    expect(acceptedOf(contract, schema, [...good, ...bad])).toEqual(good);
  },
);

describe.each(CONTRACTS)('in Form $form', (contract) => {
  const busy = contract.example('getStatus', 'open-and-busy') as { hours: object };

  it('a display range is two numbers while there is an estimate', () => {
    const good = ['0-0', '3-8', '13-22', '100-120'];
    const bad = ['', '13', '13 - 22', '13–22', '13-22 people', '-3-8', 'a-b', '30+', null, 13];
    const statuses = [...good, ...bad].map((estimate_display) => ({ ...busy, estimate_display }));
    const shown = acceptedOf(contract, 'Status', statuses) as { estimate_display: unknown }[];
    expect(shown.map(({ estimate_display }) => estimate_display)).toEqual(good);
  });

  it.each([
    ['a null message', { message: null }, true],
    ['no value with an estimate', { estimate_value: null }, false],
    ['a negative value', { estimate_value: -1 }, false],
    ['a value as text', { estimate_value: '17.1' }, false],
    ['a fraction of a report', { report_count: 1.5 }, false],
    ['no time of update with an estimate', { last_updated: null }, false],
    [
      'no range and value without an estimate',
      { has_estimate: false, estimate_display: null, estimate_value: null },
      true,
    ],
    ['an unknown state of the estimate', { has_estimate: null }, false],
  ])('status with %s is allowed: %s', (_, change, allowed) => {
    expect(accepts(contract, 'Status', { ...busy, ...change })).toBe(allowed);
  });

  it.each([
    ['an opening time while open', { opens_at: '11:00am' }, false],
    ['no closing time while open', { closes_at: null }, false],
    ['no minutes while open', { minutes_until_close: null }, false],
    ['half a minute', { minutes_until_close: 1.5 }, false],
    [
      'no closing time and minutes while closed',
      { is_open: false, minutes_until_close: null, closes_at: null, opens_at: '9:00am' },
      true,
    ],
    ['no opening time while closed', { is_open: false, opens_at: null }, false],
    ['a 24-hour clock while closed', { is_open: false, opens_at: '21:00' }, false],
  ])('hours with %s are allowed: %s', (_, change, allowed) => {
    expect(accepts(contract, 'Hours', { ...busy.hours, ...change })).toBe(allowed);
  });

  const photoOf = contract.form === 1 ? { photo_url: null } : {};
  const report = { id: 1, bucket: '0', created_at: TIME, ...photoOf };
  const row = { timestamp: TIME, bucket: '0', ...(contract.form === 1 ? { has_photo: 'True' } : {}) };

  it('reports and rows have all of their members, and none for coordinates', () => {
    expect(contract.schemaErrors('Report', report)).toEqual([]);
    expect(contract.schemaErrors('ExportRow', row)).toEqual([]);
    const names =
      'latitude longitude lat lng lon long Latitude coordinates coords location position geo geopoint';
    for (const name of names.split(' ')) {
      expect(accepts(contract, 'Report', { ...report, [name]: 44.04 }), name).toBe(false);
      expect(accepts(contract, 'ExportRow', { ...row, [name]: '44.04' }), name).toBe(false);
    }
    for (const name of Object.keys(report)) {
      const { [name as 'id']: _, ...others } = report;
      expect(accepts(contract, 'Report', others), name).toBe(false);
    }
  });

  it('a page has at most 200 reports', () => {
    const pages = [0, 200, 201].map((length) => ({
      next: null,
      previous: null,
      results: Array.from({ length }, () => report),
    }));
    expect(acceptedOf(contract, 'ReportPage', pages)).toEqual(pages.slice(0, 2));
  });

  const patterns = contract.example('getPatterns', 'all-time') as { by_hour: object[]; by_weekday: object[] };
  it.each([
    ['23 hours', { by_hour: patterns.by_hour.slice(1) }],
    ['25 hours', { by_hour: [...patterns.by_hour, patterns.by_hour[0]] }],
    ['6 weekdays', { by_weekday: patterns.by_weekday.slice(1) }],
    ['an hour 24', { by_hour: patterns.by_hour.map((hour) => ({ ...hour, hour: 24 })) }],
    ['a weekday 7', { by_weekday: patterns.by_weekday.map((day) => ({ ...day, weekday: 7 })) }],
    [
      'a weekday without a value',
      { by_weekday: patterns.by_weekday.map((day) => ({ ...day, value: null, report_count: 0 })) },
    ],
    ['no count', { by_hour: patterns.by_hour.map(({ ...hour }) => ({ ...hour, report_count: null })) }],
  ])('patterns with %s are invalid', (_, change) => {
    expect(accepts(contract, 'Patterns', { ...patterns, ...change })).toBe(false);
  });

  it('operations have only GET, require a token, and document 401 and 429', () => {
    expect(contract.document['security']).toEqual([{ token: [] }]);
    for (const item of Object.values(contract.document['paths'] as Record<string, Record<string, unknown>>)) {
      expect(Object.keys(item)).toEqual(['get']);
      const { responses, security } = item['get'] as { responses: object; security?: unknown };
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '429']));
      expect(security).toBeUndefined();
    }
  });
});

describe('only one form has', () => {
  const report = { id: 1, bucket: '0', created_at: TIME };
  const row = { timestamp: TIME, bucket: '0' };

  it('photo information in reports and rows (Form 1)', () => {
    const photos = [null, 'https://photos.example/1.jpg', 'no address'].map((photo_url) => ({
      ...report,
      photo_url,
    }));
    expect(acceptedOf(form1, 'Report', photos)).toEqual(photos.slice(0, 2));
    expect(acceptedOf(form2, 'Report', photos)).toEqual([]);
    const flags = ['True', 'False', 'true', 'TRUE', '1', '', true].map((has_photo) => ({
      ...row,
      has_photo,
    }));
    expect(acceptedOf(form1, 'ExportRow', [...flags, row])).toEqual(flags.slice(0, 2));
    expect(acceptedOf(form2, 'ExportRow', flags)).toEqual([]);
  });

  it('an open window (Form 2)', () => {
    const chart = { scatter: [], line: [] };
    const open_window = { start: TIME, end: TIME, closed: [{ start: TIME, end: TIME }] };
    const charts = [null, open_window, { ...open_window, closed: null }].map((value) => ({
      ...chart,
      open_window: value,
    }));
    expect(acceptedOf(form1, 'Chart', [chart, ...charts])).toEqual([chart]);
    expect(acceptedOf(form2, 'Chart', [chart, ...charts])).toEqual(charts.slice(0, 2));
  });

  it('open hours (Form 2)', () => {
    const whole = form2.example('getPatterns', 'all-time') as { open_hours: unknown };
    const { open_hours: _, ...patterns } = whole;
    const all = [patterns, whole, { ...patterns, open_hours: { first: 24, last: 0 } }];
    expect(acceptedOf(form1, 'Patterns', all)).toEqual([patterns]);
    expect(acceptedOf(form2, 'Patterns', all)).toEqual([whole]);
  });

  it('highlights (Form 2)', () => {
    expect(form1.at('/paths/~1api~1v1~1highlights')).toBeUndefined();
    const { highlights } = form2.example('getHighlights', 'week') as { highlights: { photo: object }[] };
    const [{ photo }] = highlights as [{ photo: Record<string, unknown> }];
    const broken = Object.keys(photo).map((name) => ({ ...photo, [name]: null }));
    expect(acceptedOf(form2, 'Photo', [photo, { ...photo, latitude: 1 }, ...broken])).toEqual([photo]);
  });
});
