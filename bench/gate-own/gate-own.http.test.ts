import { expect, it } from 'vitest';
import { seededRandom } from '../../conformance/reference/reports.ts';
import { judgeOwn, OWN_CASES, reportsByDay } from './judge-own.ts';

/** Changes every day; set it to repeat a failure. `npm run bench -- gate-own` judges all cases. */
const seed = Number(process.env['CORPUS_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const random = seededRandom(seed);
const sample = Array.from(
  { length: 2 },
  () => OWN_CASES[Math.floor(random() * OWN_CASES.length)] ?? OWN_CASES[0],
);

it.each(sample)(
  `the gate fails nothing of our own service: $hours, $timeZone, Form $form, at $at (CORPUS_SEED=${seed})`,
  async (one) => {
    if (one === undefined) throw new Error('there are no cases');
    expect(await judgeOwn(one, reportsByDay(one.timeZone))).toEqual([]);
  },
);
