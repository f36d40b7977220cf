/**
 * The oldest browsers in which every page works: regular expressions with lookbehind need Safari 16.4, and the others are as old or older.
 * esbuild lowers the syntax to them; `oldest-browsers.browser.test.ts` opens the pages without the built-ins that they lack.
 */
export const OLDEST_BROWSERS = { chrome: '111', firefox: '115', safari: '16.4' } as const;

/** The same, as esbuild names them. */
export const BROWSER_TARGETS: readonly string[] = Object.entries(OLDEST_BROWSERS).map(
  ([name, version]) => name + version,
);
