import { describe, expect, it } from 'vitest';
import { addPrediction, calibrated, FLAT_CALIBRATION } from './calibration.ts';
import { type Distribution, LENGTH_COUNT } from './length-scale.ts';

/** A bell over the cells of the scale. */
function around(center: number, deviation: number): Distribution {
  const bell = Float64Array.from({ length: LENGTH_COUNT }, (_, cell) =>
    Math.exp(-(((cell - center) / deviation) ** 2) / 2),
  );
  const total = bell.reduce((sum, part) => sum + part, 0);
  return bell.map((part) => part / total);
}

/** After many reports for which `predicted` and `known` were alike. */
function learned(predicted: Distribution, known: Distribution) {
  const calibration = FLAT_CALIBRATION.map((histogram) => histogram.slice());
  for (let report = 0; report < 500; report += 1) addPrediction(calibration, predicted, known);
  return calibration;
}

const WIDE = around(22, 6);

describe('calibrated', () => {
  it.each([0.1, 0.5, 0.82, 0.9])('reads a prediction at %d without history', (share) => {
    expect(calibrated(FLAT_CALIBRATION, WIDE, share)).toBeCloseTo(share, 9);
  });

  it('reads a prediction at about the same place when it was right', () => {
    const calibration = learned(WIDE, WIDE);
    for (const share of [0.1, 0.5, 0.9]) expect(calibrated(calibration, WIDE, share)).toBeCloseTo(share, 2);
  });

  it('narrows predictions that were too wide, and widens those that were too narrow', () => {
    const tooWide = learned(WIDE, around(22, 3));
    expect(calibrated(tooWide, WIDE, 0.1)).toBeGreaterThan(0.2);
    expect(calibrated(tooWide, WIDE, 0.9)).toBeLessThan(0.8);
    const tooNarrow = learned(around(22, 3), WIDE);
    expect(calibrated(tooNarrow, WIDE, 0.1)).toBeLessThan(0.05);
    expect(calibrated(tooNarrow, WIDE, 0.9)).toBeGreaterThan(0.95);
  });

  it('learns for the bucket of each median separately', () => {
    const [short, medium] = [around(4, 1), around(14, 2)];
    const calibration = learned(WIDE, around(22, 3));
    for (const other of [short, medium]) expect(calibrated(calibration, other, 0.9)).toBeCloseTo(0.9, 9);
  });
});
