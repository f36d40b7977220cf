/** A mistake in a file that the contract is made from. The message names the file and what to change. */
export class SourceError extends Error {}
