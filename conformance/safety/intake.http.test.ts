import { expect, it } from 'vitest';
import { createIntake, isTooLarge } from './intake.ts';

const values = (count: number) => `[${'0,'.repeat(count - 2)}0]`;
const ascii = (megabytes: number) => 'a'.repeat(megabytes * 1_048_576);

it.each([
  ['bodies of 16 MB', [ascii(16), ascii(16)], undefined],
  ['a larger body', [`${ascii(16)}a`], 'the body is larger than 16 MB'],
  ['a body that takes two bytes for each character', [`\u6c34${ascii(8)}`], 'the body is larger than 16 MB'],
  ['larger bodies', [ascii(16), ascii(16), 'a'], 'the bodies of the run are larger than 32 MB'],
  ['a body of 800,000 values', [values(800_000)], undefined],
  ['a body of more values', [values(800_001)], 'the body has more than 800,000 values'],
  ['rows of a CSV with more cells', ['1,2\n'.repeat(400_001)], 'the body has more than 800,000 values'],
  [
    'bodies of more values',
    [values(800_000), values(500_000)],
    'the bodies of the run have more than 1,200,000 values',
  ],
])('takes in %s: %#', (_title, bodies, expected) => {
  const intake = createIntake();
  const excess = bodies.map((body) => intake.take(body, body.length)).at(-1);
  expect([excess, isTooLarge(excess)]).toEqual([expected, expected !== undefined]);
});

it('refuses a body while it arrives', () => {
  expect(createIntake().excessOf(16 * 1_048_576)).toBeUndefined();
  expect(createIntake().excessOf(16 * 1_048_576 + 1)).toBe('the body is larger than 16 MB');
});
