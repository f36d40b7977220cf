/** A sample of what `npm run bench -- faults --only clock` judges. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALWAYS_OPEN } from '../../../src/service/domain/timetable.ts';
import { alarmsOf, gateAt } from './gate-at.ts';
import { momentsOf, ZONES } from './moments.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-clock-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the service passes the gate', () => {
  it.each([
    ['America/New_York', 'clocks going forward, in the middle', 1, 'own'],
    ['Pacific/Auckland', 'clocks going back, in the middle', 2, 'own'],
    ['Asia/Kolkata', 'midnight, in the middle', 2, 'machine'],
    ['UTC', 'set forward over midnight during the run', 1, 'own'],
    ['America/New_York', 'set back by an hour before the run', 2, 'own'],
    ['Pacific/Auckland', 'set back over midnight before the run', 1, 'own'],
  ] as const)('in %s: %s', async (zone, name, form, header) => {
    const moment = momentsOf(zone).find((one) => one.name === name);
    if (moment === undefined) throw new Error(`there is no moment "${name}"`);
    expect(alarmsOf(await gateAt({ moment, form, timetable: ALWAYS_OPEN, header }, folder), moment)).toEqual(
      [],
    );
  });
});

it('both clock changes are among the moments of the zones that have them', () => {
  const changes = ZONES.map(
    (zone) => momentsOf(zone).filter(({ name }) => name.startsWith('noon after')).length,
  );
  expect(changes).toEqual([0, 0, 2, 2]);
});
