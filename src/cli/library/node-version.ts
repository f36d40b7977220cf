/** The least minor version of Node.js by major version, as the program's launcher has it (`src/cli/commands/node-version.mjs`). */
const LEAST: Readonly<Record<string, number>> = { 22: 20, 24: 7, 25: 0 };

/** Throws if this Node.js is too old for the package's functions. The message says what to do. */
export function requireNode(name: string, present: string = process.versions.node): void {
  const [major = 0, minor = 0] = present.split('.').map(Number);
  const least = LEAST[major];
  if (least === undefined ? major > 25 : minor >= least) return;
  throw new Error(
    `${name} needs Node.js 22.20, 24.7 or newer, and this is ${present}. ` +
      'Use a newer one: `npm install --save-dev node@26` brings it for the scripts of package.json and for npx.',
  );
}
