const MISSING =
  'The mock needs Temporal, which this browser does not have, and assets/temporal.js, which has it, could not be loaded.';

/** Loads `Temporal` in a browser that does not have it yet, such as Safari. Throws a RangeError if it cannot be loaded. */
export async function ensureTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return;
  const script = document.createElement('script');
  script.src = 'assets/temporal.js';
  const hasLoaded = new Promise<boolean>((resolve) => {
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
  });
  document.head.append(script);
  const isLoaded = await hasLoaded;
  script.remove();
  if (!isLoaded) throw new RangeError(MISSING);
}
