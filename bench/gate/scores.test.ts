import { expect, it } from 'vitest';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { scoreOf } from './scores.ts';

it('counts whether the first cause is right, and how many are named', () => {
  const [one, two, three] = FAULTS;
  if (one === undefined || two === undefined || three === undefined)
    throw new Error('The catalogue is empty.');
  const measured = (id: string, causes: readonly string[]) => ({
    id,
    form: 2 as const,
    failed: causes,
    causes,
    exit: 1,
    notes: [],
    requests: 1,
    seconds: 1,
  });
  const runs = [
    measured(one.id, [one.requirements[0] ?? '']),
    measured(two.id, [two.requirements[0] ?? '', 'status.message']),
    measured(three.id, ['status.message', three.requirements[0] ?? '']),
  ];
  const score = scoreOf('ours', runs, FAULTS, [], true);
  expect(score.naming).toEqual({
    failures: 3,
    firstRight: 2,
    one: 1,
    median: 2,
    firstWrong: [`${three.id} (2): status.message ${three.requirements[0]}`],
    several: [
      `${two.id} (2): ${two.requirements[0]} status.message`,
      `${three.id} (2): status.message ${three.requirements[0]}`,
    ],
  });
  expect(scoreOf('dredd', runs, FAULTS, [], false)).not.toHaveProperty('naming');
});
