/** Time limits that a busy event loop does not shorten. */

/**
 * Settles like `work`, or rejects with the error of `late` after `milliseconds`. A result that arrived while the event loop
 * was busy still counts: timers run before sockets are read.
 */
export function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    let settled = false;
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (!settled) reject(late());
      });
    }, milliseconds);
    const settle = (): void => {
      settled = true;
      clearTimeout(timer);
    };
    work.finally(settle).then(resolve, reject);
  });
}
