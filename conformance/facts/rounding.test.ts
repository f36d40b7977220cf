import { describe, expect, it } from 'vitest';
import { areCut, toleranceOf } from './rounding.ts';

describe('how far an average may be from the exact one', () => {
  it.each([
    ['decimals', [12.3, 9.8, 12], 12, 0.05],
    ['whole numbers', [12, 9, 30], 30, 0.5],
    ['halves', [12.5, 9, 30], 9, 0.25],
    ['quarters', [12.25, 9.5, 30], 30, 0.125],
    ['three significant digits, before the point', [123, 12.3, 9.87], 123, 0.5],
    ['three significant digits, after the point', [123, 12.3, 9.87], 9.87, 0.005],
    ['four significant digits', [123, 12.34, 9.876], 12.34, 0.005],
    ['numbers that are not rounded', [123.456789012, 9.8765432101], 9.8765432101, 0],
    ['few whole numbers', [20, null, undefined], 20, 0.5],
  ])('is half the last digit of %s', (_title, values, value, tolerance) => {
    expect(toleranceOf(values)(value)).toBeCloseTo(tolerance, 3);
  });

  it('covers 32-bit floats', () => {
    const [exact, value] = [1000 / 3, Math.fround(1000 / 3)];
    expect(Math.abs(value - exact)).toBeLessThan(toleranceOf([value])(value));
  });
});

describe('averages that are cut off', () => {
  const tolerance = toleranceOf([12.3, 9.8]);

  it('are below the exact ones by less than a step', () => {
    const averages = [
      { value: 12.3, exact: 12.39 },
      { value: 9.8, exact: 9.8 },
    ];
    expect(areCut(averages, tolerance)).toBe(true);
  });

  it('are never above the exact ones', () => {
    expect(areCut([{ value: 12.3, exact: 12.28 }], tolerance)).toBe(false);
  });
});
