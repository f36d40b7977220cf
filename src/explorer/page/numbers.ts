/** Formats a number of people: whole, or with one decimal below ten. */
export function formatPeople(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
}

/** A number of people with its noun, such as `1 person` or `2.5 people`. */
export function personCount(value: number): string {
  const count = formatPeople(value);
  return `${count} ${count === '1' ? 'person' : 'people'}`;
}

/** Formats a count with its noun, such as `1,204 reports`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
