import { Temporal as polyfill } from 'temporal-polyfill/implementation';

/** `Temporal` of the browser if it has it, else of a package. */
export const Temporal: typeof globalThis.Temporal = globalThis.Temporal ?? polyfill;
