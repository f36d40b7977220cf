import { HOUR, MINUTE, type Micros, microsOf } from '../../src/service/domain/micros.ts';
import { type BenchResult, median } from '../result.ts';
import { type FirstView, firstView } from './first-view.ts';

/** People in the first estimate, the least that the demo calls busy. */
const AIM = 5;

/** Clocks of starts: how many there are, and the time between them. */
interface Clocks {
  readonly name: string;
  readonly from: string;
  readonly count: number;
  readonly step: Micros;
}

const CLOCKS: readonly Clocks[] = [
  { name: 'each hour of a week', from: '2026-11-16T00:13Z', count: 168, step: HOUR },
  { name: 'each half-hour of a weekend', from: '2026-11-20T22:43Z', count: 100, step: HOUR / 2 },
  { name: 'Christmas', from: '2026-12-24T10:05Z', count: 64, step: HOUR },
  { name: 'New Year', from: '2026-12-31T10:35Z', count: 64, step: HOUR },
  { name: 'clock change in America, spring', from: '2026-03-07T10:20Z', count: 64, step: HOUR },
  { name: 'clock change in America, autumn', from: '2026-10-31T10:50Z', count: 64, step: HOUR },
  { name: 'clock change in Europe, spring', from: '2026-03-28T10:00Z', count: 64, step: HOUR },
  { name: 'clock change in Europe, autumn', from: '2026-10-24T10:30Z', count: 64, step: HOUR },
  { name: 'clock change in New Zealand, spring', from: '2026-09-26T00:40Z', count: 48, step: HOUR },
  { name: 'clock change in New Zealand, autumn', from: '2026-04-04T00:25Z', count: 48, step: HOUR },
  { name: 'a year', from: '2026-01-01T00:37Z', count: 400, step: 22 * HOUR + 17 * MINUTE },
];

/** Measures how many people are in line when the demo begins, by the estimate of its trained model, whatever the clock says. */
export async function bench(): Promise<BenchResult> {
  const rows = CLOCKS.map(({ name, from, count, step }) => {
    const start = microsOf(Temporal.Instant.from(from));
    return rowOf(
      name,
      Array.from({ length: count }, (_, i) => firstView(start + i * step)),
    );
  });
  const all = rowOf(
    'all',
    rows.flatMap(({ views }) => views),
  );
  return {
    table: [
      '| starts | clocks | least | 5 % | median | below 5 people |',
      '|---|---|---|---|---|---|',
      ...[...rows, all].map(
        ({ name, views, least, low, middle, quiet }) =>
          `| ${name} | ${views.length} | ${least} | ${low} | ${middle} | ${quiet.length} |`,
      ),
    ].join('\n'),
    figures: [...rows, all].map(({ views, ...figures }) => ({ ...figures, clocks: views.length })),
    missed: all.quiet.map(
      ({ zone, time, status }) => `${status.value} people at ${time} in ${zone}, aim ≥ ${AIM}`,
    ),
  };
}

function rowOf(name: string, views: readonly FirstView[]) {
  const people = views.map(({ status }) => status.value).toSorted((a, b) => a - b);
  return {
    name,
    views,
    least: people[0],
    low: people[Math.floor(people.length / 20)],
    middle: Number(median(people).toFixed(1)),
    quiet: views.filter(({ status }) => !status.hours.isOpen || status.value < AIM),
  };
}
