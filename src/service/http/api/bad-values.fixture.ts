/** Texts that no parameter takes for a date, in the service, the mock and stub projects. */
export const BAD_DATES = [
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '20261016',
  '16.10.2026',
  '2026-10-16T00:00:00Z',
  ' 2026-10-16',
  '2026-10-16 ',
  '0000-00-00',
  '+002026-10-16',
  '2026-10-16x',
  '2026-10-161',
  '２０２６-10-16',
  'null',
  '2026-10-16,2026-10-17',
  "2026-10-16'--",
];

/** Texts that no parameter takes for a whole number, such as `limit` and `days`. */
export const BAD_INTEGERS = [
  '',
  '0',
  '-1',
  '201',
  '61.5',
  '1.0',
  '3.0',
  '1e1',
  '0x2',
  ' 5',
  '5 ',
  '+5',
  'five',
  'NaN',
  'Infinity',
  'null',
  'true',
  '１',
  '5;6',
  '999999999999999999999999',
  '1_0',
];

/** Every date and number with a bad value, as a target below `/api/v1/`. */
export const BAD_TARGETS: readonly string[] = [
  ...['chart', 'patterns', 'export.csv'].flatMap((path) =>
    ['since', 'until'].flatMap((name) => targets(path, name, BAD_DATES)),
  ),
  ...targets('reports', 'limit', BAD_INTEGERS),
  ...targets('highlights', 'days', [...BAD_INTEGERS, '61']),
];

function targets(path: string, name: string, values: readonly string[]): readonly string[] {
  return values.map((value) => `${path}?${name}=${encodeURIComponent(value)}`);
}
