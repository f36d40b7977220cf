import { describe, expect, it } from 'vitest';
import { CONTRACTS, type ContractUnderTest } from './contract-under-test.fixture.ts';

const [form1, form2] = CONTRACTS as [ContractUnderTest, ContractUnderTest];
const TIME = '2026-10-16T12:31:15-07:00';

function accepts(contract: ContractUnderTest, schema: string, value: unknown): boolean {
  return contract.errors(`/components/schemas/${schema}`, value).length === 0;
}

describe.each(CONTRACTS)('in Form $form', (contract) => {
  it.each(['1:00am', '12:00am', '12:59pm', '9:05am', '10:30pm', '11:59pm'])('%s is a clock time', (text) => {
    expect(accepts(contract, 'Clock', text)).toBe(true);
  });

  it.each([
    '01:00am',
    '0:30am',
    '13:00pm',
    '12:60am',
    '9:5am',
    '9:05AM',
    '9:05 am',
    '9:05',
    '21:05',
    '9:05am\n',
    '',
    'noon',
    null,
    905,
  ])('%j is not a clock time', (text) => {
    expect(accepts(contract, 'Clock', text)).toBe(false);
  });

  it.each([TIME, '2026-10-16T12:31:15Z', '2026-10-16T12:31:15+00:00', '2026-10-16T12:31:15.123456+05:30'])(
    '%s is a timestamp',
    (text) => {
      expect(accepts(contract, 'Timestamp', text)).toBe(true);
    },
  );

  it.each([
    '2026-10-16T12:31:15',
    '2026-10-16 12:31:15-07:00',
    '2026-10-16',
    '2026-10-16T12:31-07:00',
    '2026-10-16T12:31:15-0700',
    '2026-13-16T12:31:15Z',
    '2026-02-30T12:31:15Z',
    '2026-10-16T25:31:15Z',
    'Fri, 16 Oct 2026 12:31:15 GMT',
    1792180275,
    null,
  ])('%j is not a timestamp', (text) => {
    expect(accepts(contract, 'Timestamp', text)).toBe(false);
  });

  it.each([
    ['2026-10-16', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-1-1', false],
    ['20261016', false],
    [TIME, false],
  ])('%s as a date is allowed: %s', (text, allowed) => {
    expect(accepts(contract, 'Date', text)).toBe(allowed);
  });

  const busy = contract.example('getStatus', 'open-and-busy') as { hours: object };
  it.each(['0-0', '3-8', '13-22', '100-120'])('%s is a display range', (text) => {
    expect(accepts(contract, 'Status', { ...busy, estimate_display: text })).toBe(true);
  });

  it.each(['', '13', '13 - 22', '13–22', '13-22 people', '-3-8', 'a-b', '30+', null, 13])(
    '%j is not a display range while there is an estimate',
    (text) => {
      expect(accepts(contract, 'Status', { ...busy, estimate_display: text })).toBe(false);
    },
  );

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

  const report = {
    id: 1,
    bucket: '0',
    created_at: TIME,
    ...(contract.form === 1 ? { photo_url: null } : {}),
  };
  const row = { timestamp: TIME, bucket: '0', ...(contract.form === 1 ? { has_photo: 'True' } : {}) };
  it('a plain report and a plain row are allowed', () => {
    expect(contract.schemaErrors('Report', report)).toEqual([]);
    expect(contract.schemaErrors('ExportRow', row)).toEqual([]);
  });

  it.each([
    'latitude',
    'longitude',
    'lat',
    'lng',
    'lon',
    'long',
    'Latitude',
    'coordinates',
    'coords',
    'location',
    'position',
    'geo',
    'geopoint',
  ])('a report or a row with a member %s is invalid', (name) => {
    expect(accepts(contract, 'Report', { ...report, [name]: 44.04 })).toBe(false);
    expect(accepts(contract, 'ExportRow', { ...row, [name]: '44.04' })).toBe(false);
  });

  it.each(['id', 'bucket', 'created_at'])('a report without %s is invalid', (name) => {
    expect(accepts(contract, 'Report', { ...report, [name]: undefined })).toBe(false);
    const { [name as 'id']: _, ...others } = report;
    expect(accepts(contract, 'Report', others)).toBe(false);
  });

  it.each([
    [201, false],
    [200, true],
    [0, true],
  ])('a page of %i reports is allowed: %s', (count, allowed) => {
    const page = { next: null, previous: null, results: Array.from({ length: count }, () => report) };
    expect(accepts(contract, 'ReportPage', page)).toBe(allowed);
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
    expect(accepts(contract, 'Patterns', patterns)).toBe(true);
    expect(accepts(contract, 'Patterns', { ...patterns, ...change })).toBe(false);
  });
});

describe('buckets', () => {
  it.each(['0', '1-5', '6-10', '11-20', '20-30', '30+'])('%s is a label in Form 1', (label) => {
    expect(accepts(form1, 'Bucket', label)).toBe(true);
  });

  it.each(['3', '8', '1-6', '21-30', '30', '', 'short', ' 0', 0, null])(
    '%j is not a label in Form 1',
    (label) => {
      expect(accepts(form1, 'Bucket', label)).toBe(false);
    },
  );

  it.each(['0', '3', '35', '1-5', '20-30', '100'])('%s may be a label in Form 2', (label) => {
    expect(accepts(form2, 'Bucket', label)).toBe(true);
  });

  it.each(['30+', 'short', '1-', '-5', '1 - 5', '1-5-9', '1–5', '3.5', '', 'about 5', ' 3', '3\n', 3, null])(
    '%j is not a label in Form 2',
    (label) => {
      expect(accepts(form2, 'Bucket', label)).toBe(false);
    },
  );
});

describe('only one form has', () => {
  const report = { id: 1, bucket: '0', created_at: TIME };
  const row = { timestamp: TIME, bucket: '0' };

  it('photo information in reports and rows (Form 1)', () => {
    expect(accepts(form1, 'Report', { ...report, photo_url: null })).toBe(true);
    expect(accepts(form1, 'Report', { ...report, photo_url: 'https://photos.example/1.jpg' })).toBe(true);
    expect(accepts(form1, 'Report', { ...report, photo_url: 'no address' })).toBe(false);
    expect(accepts(form1, 'Report', report)).toBe(false);
    expect(accepts(form2, 'Report', { ...report, photo_url: null })).toBe(false);
    expect(accepts(form1, 'ExportRow', row)).toBe(false);
    expect(accepts(form2, 'ExportRow', { ...row, has_photo: 'True' })).toBe(false);
  });

  it.each(['true', 'TRUE', '1', '', true])('has_photo with the values True and False, but not %j', (flag) => {
    expect(accepts(form1, 'ExportRow', { ...row, has_photo: flag })).toBe(false);
  });

  it('an open window (Form 2)', () => {
    const chart = { scatter: [], line: [] };
    const open_window = { start: TIME, end: TIME, closed: [{ start: TIME, end: TIME }] };
    expect(accepts(form1, 'Chart', chart)).toBe(true);
    for (const value of [null, open_window]) {
      expect(accepts(form1, 'Chart', { ...chart, open_window: value })).toBe(false);
      expect(accepts(form2, 'Chart', { ...chart, open_window: value })).toBe(true);
    }
    expect(accepts(form2, 'Chart', chart)).toBe(false);
    expect(accepts(form2, 'Chart', { ...chart, open_window: { ...open_window, closed: null } })).toBe(false);
  });

  it('open hours (Form 2)', () => {
    const { open_hours, ...patterns } = form2.example('getPatterns', 'all-time') as { open_hours: unknown };
    expect(accepts(form1, 'Patterns', patterns)).toBe(true);
    expect(accepts(form1, 'Patterns', { ...patterns, open_hours })).toBe(false);
    expect(accepts(form2, 'Patterns', patterns)).toBe(false);
    expect(accepts(form2, 'Patterns', { ...patterns, open_hours: { first: 24, last: 0 } })).toBe(false);
  });

  it('highlights (Form 2)', () => {
    expect(form1.at('/paths/~1api~1v1~1highlights')).toBeUndefined();
    const { highlights } = form2.example('getHighlights', 'week') as { highlights: { photo: object }[] };
    const [{ photo }] = highlights as [{ photo: Record<string, unknown> }];
    expect(accepts(form2, 'Photo', photo)).toBe(true);
    expect(accepts(form2, 'Photo', { ...photo, latitude: 1 })).toBe(false);
    for (const name of Object.keys(photo))
      expect(accepts(form2, 'Photo', { ...photo, [name]: null }), name).toBe(false);
  });
});

describe.each(CONTRACTS)('the operations of Form $form', (contract) => {
  it('have only GET, require a token, and document 401 and 429', () => {
    expect(contract.document['security']).toEqual([{ token: [] }]);
    for (const item of Object.values(contract.document['paths'] as Record<string, Record<string, unknown>>)) {
      expect(Object.keys(item)).toEqual(['get']);
      const { responses, security } = item['get'] as { responses: object; security?: unknown };
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '429']));
      expect(security).toBeUndefined();
    }
  });

  const bounds: readonly (readonly [string, string, object])[] = [
    ['reports', 'limit', { type: 'integer', minimum: 1, maximum: 200, default: 8 }],
    ['highlights', 'days', { type: 'integer', minimum: 1, maximum: 60, default: 7 }],
  ];
  it.each(bounds.slice(0, contract.form))(
    '%s has the parameter %s with these bounds and default',
    (path, name, schema) => {
      const { parameters } = contract.at(`/paths/~1api~1v1~1${path}/get`) as {
        parameters: { name: string; schema: unknown }[];
      };
      expect(parameters.find((parameter) => parameter.name === name)?.schema).toEqual(schema);
    },
  );
});
