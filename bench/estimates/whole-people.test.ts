import { expect, it } from 'vitest';
import { FLAT_CALIBRATION } from '../../src/service/domain/calibration.ts';
import { LENGTH_COUNT, LENGTHS } from '../../src/service/domain/length-scale.ts';
import { readingsOf, WholePeople } from './whole-people.ts';

/** Readings with a number of each length. */
function readings(counts: Readonly<Record<number, number>>): Uint8Array {
  return Uint8Array.from(
    Object.entries(counts).flatMap(([people, count]) => Array<number>(count).fill(Number(people))),
  );
}

it('reads a prediction in whole people, ascending', () => {
  const lengths = new Float64Array(LENGTH_COUNT);
  lengths[0] = 0.5;
  lengths[LENGTHS.findIndex((people) => people > 8)] = 0.5;
  const read = readingsOf(lengths, { calibration: FLAT_CALIBRATION });
  expect(read.filter((people) => people === 0).length / read.length).toBeCloseTo(0.5, 2);
  expect(read.at(-1)).toBe(9);
  expect(read).toEqual(read.toSorted());
});

it('tells how much of the coverage comes from rounding', () => {
  const whole = new WholePeople();
  const predicted = readings({ 0: 30, 1: 50, 2: 20 });
  whole.add(0, { value: 0.9, low: 0, high: 2 }, predicted);
  whole.add(2, { value: 0.9, low: 0, high: 2 }, predicted);
  const { expected, unrounded, shortest, narrower } = whole.scores;
  expect(expected).toBe(1);
  // Of the 30 readings of 0, the lowest tenth leaves out 10; of the 20 of 2, the highest tenth 10.
  expect(unrounded).toBeCloseTo((20 / 30 + 10 / 20) / 2, 12);
  // Both are 0-1: 80 % of the readings, and the range without 2, its less likely end.
  expect(shortest.coverage).toBe(0.5);
  expect(shortest.interval).toBeCloseTo(1 + (10 * 1) / 2, 12);
  expect(narrower).toEqual(shortest);
});

it('knows ranges that cannot be narrower', () => {
  const whole = new WholePeople();
  whole.add(0, { value: 0, low: 0, high: 0 }, readings({ 0: 89, 1: 11 }));
  whole.add(1, { value: 0, low: 0, high: 1 }, readings({ 0: 60, 1: 40 }));
  whole.add(9, { value: 5, low: 3, high: 8 }, readings({ 3: 50, 8: 50 }));
  whole.add(9, { value: 5, low: 3, high: 8 }, readings({ 3: 50, 8: 50 }));
  const { single, double, nearlyCertain, narrower, unrounded } = whole.scores;
  expect({ single, double, nearlyCertain }).toEqual({ single: 0.25, double: 0.25, nearlyCertain: 0.25 });
  expect(narrower.coverage).toBe(0.25);
  expect(unrounded).toBeCloseTo((79 / 89 + 30 / 40) / 4, 12);
});
