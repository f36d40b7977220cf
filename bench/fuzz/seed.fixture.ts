/** A seed that changes every day, so that tests try something new; FUZZ_SEED repeats the run of another day. */
export function seedOfToday(): number {
  const given = process.env['FUZZ_SEED'];
  return given === undefined
    ? Number(Temporal.Now.plainDateISO('UTC').toString().replaceAll('-', ''))
    : Number(given);
}

/** How many examples of each kind a test tries; FUZZ_RUNS searches longer. */
export function runs(usual: number): number {
  return Number(process.env['FUZZ_RUNS'] ?? usual);
}
