import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** `Temporal` of Node if it has it, else of a package, which is loaded only then. */
export const Temporal: typeof globalThis.Temporal =
  globalThis.Temporal ?? require('temporal-polyfill/implementation').Temporal;
