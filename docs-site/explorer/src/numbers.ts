/** Formats a number of people: whole, or with one decimal below ten. */
export function formatPeople(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
}

/** Formats a count with its noun, such as `1,204 reports`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
