import { expect, it } from 'vitest';
import { change, itAllows, itFails, options } from '../../testing/edited-evidence.fixture.ts';
import { gateOn, inBodies, withOutcome } from '../../testing/run-gate.fixture.ts';

itAllows('chart', [
  [
    'scatter from new to old',
    (body) => change(body, (chart: { scatter: unknown[] }) => chart.scatter.reverse()),
  ],
  ['scatter rounded to minutes', (body) => body.replaceAll(/T(\d\d:\d\d):\d\d([-+])/g, 'T$1$2')],
  [
    'points of days stamped at noon',
    (body, { params }) =>
      params['since'] === params['until']
        ? body
        : change(body, (chart: { line: { t: string }[] }) => {
            for (const point of chart.line) point.t = point.t.replace('T00:', 'T12:');
          }),
  ],
  [
    'days without reports left out',
    (body, { params }) =>
      params['since'] === params['until']
        ? body
        : change(body, (chart: { line: { value: unknown }[] }) =>
            Object.assign(chart, { line: chart.line.filter(({ value }) => value !== null) }),
          ),
  ],
  [
    'a line over opening hours only',
    (body, { params }) =>
      params['since'] !== params['until']
        ? body
        : change(body, (chart: { line: { t: string }[] }) =>
            Object.assign(chart, {
              line: chart.line.filter(({ t }) => t.slice(11, 16) >= '07:30' && t.slice(11, 16) <= '23:45'),
            }),
          ),
  ],
]);

itFails('chart', [
  [
    'chart.line-plausible',
    2,
    // One value of today
    (body, { params }) =>
      Object.keys(params).length > 0
        ? body
        : change(body, (chart: { line: { value: number | null }[] }) => {
            const point = chart.line.find(({ value }) => value !== null);
            if (point !== undefined) point.value = 900;
          }),
  ],
  [
    'chart.long-averages',
    2,
    (body, { params }) =>
      params['since'] === params['until'] ? body : body.replace(/"value":null/g, '"value":0'),
  ],
  [
    'chart.open_window-closed',
    2,
    (body) =>
      change(body, (chart: { open_window: { start: string; end: string; closed: unknown[] } | null }) =>
        chart.open_window?.closed.push({ start: chart.open_window.end, end: chart.open_window.start }),
      ),
  ],
  [
    'chart.open_window-bounds',
    2,
    (body, { step }) =>
      step === 'chart-other-day' ? body.replaceAll(/"end":"([^"]*)T23/g, '"end":"$1T06') : body,
  ],
]);

it('holds a window against that of a third day of its week, if the other one is of a Sunday', async () => {
  const early = inBodies('chart', ({ open_window: window }: { open_window?: { start: string } | null }) => {
    if (window?.start.startsWith('2026-11-13')) window.start = window.start.replace('T07', 'T06');
  });
  const result = await gateOn({ form: 2, ...options }, early);
  expect(result.evidence.exchanges.map(({ step }) => step)).toContain('chart-week-day');
  expect(withOutcome(result, 'fail')).toContain('chart.open_window-bounds');
});
