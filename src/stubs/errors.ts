/** Stubs that cannot be written where they were asked for; the message names the option and what to do. */
export class StubsError extends Error {
  override readonly name = 'StubsError';
}
