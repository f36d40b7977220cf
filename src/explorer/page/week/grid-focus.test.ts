import { expect, it } from 'vitest';
import { nextPlace, type Place } from './grid-focus.ts';

/** A header row, two rows with gaps, a folded row with one wide cell, and a last row. */
const GRID = ['-xxx', '-x-x', '--xx', '-', '-x-x'].map((row) => [...row].map((cell) => cell === 'x'));

it.each([
  [[1, 1], 'ArrowRight', [1, 3]],
  [[1, 3], 'ArrowLeft', [1, 1]],
  [[1, 1], 'ArrowLeft', null],
  [[1, 3], 'ArrowRight', null],
  [[1, 1], 'ArrowDown', [4, 1]],
  [[4, 1], 'ArrowUp', [1, 1]],
  [[2, 2], 'ArrowUp', [0, 2]],
  [[0, 2], 'ArrowUp', null],
  [[4, 3], 'ArrowDown', null],
  [[2, 3], 'Home', [2, 2]],
  [[1, 1], 'End', [1, 3]],
  [[2, 3], 'Ctrl+Home', [0, 1]],
  [[0, 1], 'Ctrl+End', [4, 3]],
  [[0, 1], 'Enter', null],
] as const)('from %j, %s leads to %j', (from, name, to) => {
  const event = { key: name.replace('Ctrl+', ''), ctrlKey: name.startsWith('Ctrl+') };
  expect(nextPlace(GRID, from as Place, event)).toEqual(to);
});
