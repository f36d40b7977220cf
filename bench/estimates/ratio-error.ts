/**
 * The standard error of the ratio of our error to that of the best rule, by a jackknife: each day is left out once. A day has
 * the sum of our absolute errors first, and then that of each rule.
 */
export function ratioError(days: readonly (readonly number[])[]): number {
  const totals = (days[0] ?? []).map((_, index) =>
    days.reduce((sum, day) => sum + (day[index] as number), 0),
  );
  const ratios = days.map((day) => {
    const [ours = 0, ...rules] = totals.map((total, index) => total - (day[index] as number));
    return ours / Math.min(...rules);
  });
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const squares = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0);
  return Math.sqrt(((days.length - 1) / days.length) * squares);
}
