/** The seed of random tests. It is fixed, so that a commit's result doesn't depend on the day; a scheduled run draws others. */
export const SEED = Number(process.env['TEST_SEED'] ?? 1);

/** How many cases a random test tries: `usual`, or as many as TEST_RUNS says. */
export const runsOf = (usual: number): number => Number(process.env['TEST_RUNS'] ?? usual);
