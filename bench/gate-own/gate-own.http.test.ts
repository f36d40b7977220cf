import { expect, it } from 'vitest';
import { seededRandom } from '../../conformance/reference/reports.ts';
import { SEED } from '../../tools/testing/seed.fixture.ts';
import { HOURS_CASES, MOMENT_CASES, type NamedCase, reportsFor } from './cases.ts';
import { complaintsAbout, gateAt } from './gate-at.ts';

/** `npm run bench -- gate-own` runs all cases. */
const random = seededRandom(SEED);
const sample = [HOURS_CASES, HOURS_CASES, MOMENT_CASES, MOMENT_CASES].map(
  (cases) => cases[Math.floor(random() * cases.length)] as NamedCase,
);

const CHOSEN = [
  ['America/New_York', 'clocks going forward, in the middle', 1, true],
  ['Pacific/Auckland', 'clocks going back, in the middle', 2, true],
  ['Asia/Kolkata', 'midnight, in the middle', 2, false],
  ['UTC', 'set forward over midnight during the run', 1, true],
  ['America/New_York', 'set back by an hour before the run', 2, true],
  ['Pacific/Auckland', 'set back over midnight before the run', 1, true],
] as const;
const chosen = CHOSEN.map(
  ([zone, name, form, isLive]) =>
    MOMENT_CASES.find(
      (one) =>
        one.moment.zone === zone && one.moment.name === name && one.form === form && one.isLive === isLive,
    ) as NamedCase,
);

/** On a Tuesday, open since Monday. */
const LASTING = ['from Monday to Friday', 'all days but one'];
const lasting = LASTING.flatMap((name) => HOURS_CASES.filter(({ row }) => row === name).slice(0, 2));

it.each([...chosen, ...lasting, ...sample])(
  `the gate fails nothing of our own service: $row, $moment.zone, Form $form, $moment.name (TEST_SEED=${SEED})`,
  async (one) => {
    expect(complaintsAbout(await gateAt(one, reportsFor(one)), one.moment)).toEqual([]);
  },
);
