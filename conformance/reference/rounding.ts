import type { Options } from './options.ts';

/** A value rounded as the service does. */
export function rounded(value: number, { rounding }: Options): number {
  const toStep = (step: number) => Math.round(value / step) * step;
  switch (rounding) {
    case 'none':
      return value;
    case '3-digits':
      return Number(value.toPrecision(3));
    case '4-digits':
      return Number(value.toPrecision(4));
    case 'float32':
      return Math.fround(value);
    case 'halves':
      return toStep(0.5);
    case 'quarters':
      return toStep(0.25);
    case 'cut':
      return Math.floor(value * 10) / 10;
    case 'cut-whole':
      return Math.floor(value);
    default: {
      const scale = 10 ** rounding;
      return Math.round(value * scale) / scale;
    }
  }
}
