/**
 * Throws if this Node.js is older than a function needs. The message says what to do.
 * @param least Major and minor version, such as `22.16`.
 */
export function requireNode(name: string, least: string, present: string = process.versions.node): void {
  const [major = 0, minor = 0] = numbers(least);
  const [presentMajor = 0, presentMinor = 0] = numbers(present);
  if (presentMajor > major || (presentMajor === major && presentMinor >= minor)) return;
  throw new Error(
    `${name} needs Node.js ${least} or newer, and this is ${present}. ` +
      'Use a newer Node.js, or run the program instead: `npx queue-headcount` brings its own.',
  );
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}
