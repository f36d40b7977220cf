/** How far a rounded average may be from the exact one, given the number shown. */
export type Tolerance = (value: number) => number;

/** Steps other than a decimal to which numbers with so many decimals may be rounded, the largest first. */
const steps: Readonly<Record<number, readonly number[]>> = { 1: [0.5, 0.2], 2: [0.25, 0.05, 0.02] };

/**
 * The tolerance of averages that are rounded alike: to a decimal, to a step such as 0.25, or to significant digits. The description
 * leaves rounding open, so the numbers themselves show it; one alone says little, since a whole number may be exact.
 */
export function toleranceOf(values: readonly (number | null | undefined)[]): Tolerance {
  const numbers = values.filter((value) => typeof value === 'number');
  const most = (digits: readonly number[]) => digits.reduce((a, b) => Math.max(a, b), 0);
  const decimals = most(numbers.map((value) => (String(value).split('.')[1] ?? '').length));
  const isMultiple = (value: number, of: number) => Math.abs(value / of - Math.round(value / of)) < 1e-9;
  const step =
    steps[decimals]?.find((one) => numbers.every((value) => isMultiple(value, one))) ??
    10 ** -Math.min(decimals, 6);
  // A whole number may end in zeros, so fewer digits say nothing
  const digits = Math.max(3, most(numbers.map(significantDigits)));
  return (value) => {
    const size = Math.abs(value);
    const digit = size === 0 ? 0 : 10 ** (Math.floor(Math.log10(size)) - digits + 1);
    // 32-bit floats have seven digits
    return Math.max(step, digit) / 2 + 1e-6 * Math.max(1, size);
  };
}

/** The digits of a number without zeros at its ends. */
function significantDigits(value: number): number {
  const [digits = ''] = String(Math.abs(value)).split('e');
  return digits.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
}

/** Checks whether all averages may be the exact ones, cut off after their last digit. */
export function areCut(
  averages: readonly { readonly value: number; readonly exact: number }[],
  tolerance: Tolerance,
): boolean {
  return averages.every(({ value, exact }) => {
    const cut = exact - value;
    return cut > -1e-6 * Math.max(1, exact) && cut <= 2 * tolerance(value);
  });
}
