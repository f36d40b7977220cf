/** The least minor version by major version: older ones don't have an SQLite that numbers parameters. Later major versions will do. */
const LEAST: Readonly<Record<number, number>> = { 22: 20, 24: 7, 25: 0 };

/** Throws if this Node.js is older than the library needs. The message says what to do. */
export function requireNode(name: string, present: string = process.versions.node): void {
  const [major = 0, minor = 0] = present.split('.').map(Number);
  if (major > 25 || minor >= (LEAST[major] ?? Number.POSITIVE_INFINITY)) return;
  throw new Error(
    `${name} needs Node.js 22.20, 24.7 or newer, and this is ${present}. ` +
      'Use a newer Node.js, or run the program instead: `npx queue-headcount` brings its own.',
  );
}
