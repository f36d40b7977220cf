/** Time limits that a busy event loop does not shorten. */

/**
 * Settles like `work`, or rejects with the error of `late` after `milliseconds`. A result that arrived while the event loop
 * was busy still counts: timers run before sockets are read.
 */
export function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    whenLate(milliseconds, work, () => reject(late())).then(resolve, reject);
  });
}

/** Settles like `work`, and calls `act` if that takes longer than `milliseconds`. */
export function whenLate<T>(milliseconds: number, work: Promise<T>, act: () => void): Promise<T> {
  let settled = false;
  const timer = setTimeout(() => {
    setImmediate(() => {
      if (!settled) act();
    });
  }, milliseconds);
  return work.finally(() => {
    settled = true;
    clearTimeout(timer);
  });
}
