/** A timestamp as the contract writes it: local time to the second, with its offset. */
export function timestamp(time: Temporal.ZonedDateTime): string {
  return time.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** A clock time as the contract writes it, such as `2:00pm`. */
export function clock(time: Temporal.ZonedDateTime): string {
  const minute = String(time.minute).padStart(2, '0');
  return `${time.hour % 12 === 0 ? 12 : time.hour % 12}:${minute}${time.hour < 12 ? 'am' : 'pm'}`;
}

/** A number to some decimals. */
export function rounded(number: number, decimals: number): number {
  return Math.round(number * 10 ** decimals) / 10 ** decimals;
}
