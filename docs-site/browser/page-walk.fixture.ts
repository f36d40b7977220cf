import {
  SERIOUS,
  violations,
  type Watched,
  WITHOUT_CONTRAST,
} from '../../tools/testing/browser/watched-page.fixture.ts';

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Pages that Redoc generates. */
export const REFERENCE = /^openapi\//;
/** Pages that look like decision 14 or like the page of `headcount serve`, so axe runs on those two only. */
const SIMILAR = /^(decisions\/(?!0014)\d{4}|commands\/(?!serve\.html))/;
/** Generated pages, and the axe rules for their structure. */
const GENERATED = /^(forms|choices|requirements)\.html$/;
const STRUCTURE_RULES = ['empty-table-header', 'heading-order'];
/** Pages with everything that the theme colors; the others have nothing else. */
const COLORED = /^(index|quick-start|conformance|requirements|decisions\/index|openapi\/.*)\.html$/;
/** Adds up how far the content moves after it is shown. Above 0.1, readers are disturbed (https://web.dev/articles/cls). */
const SUM_OF_JUMPS = `window.jumps = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.jumps += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Errors of a page, and its requests to other hosts. */
export function problemsOf(
  { complaints, requests }: Pick<Watched, 'complaints' | 'requests'>,
  origin: string,
): readonly string[] {
  const urls = requests.map((request) => new URL(request.url()));
  const foreign = urls.filter((url) => url.protocol !== 'data:' && url.origin !== origin);
  return [...complaints, ...foreign.map((url) => `request to ${url}`)];
}

/**
 * Opens pages on a phone, one after the other in one tab, since a tab of its own for each would take twice the processor time.
 * Returns errors, requests to other hosts, jumps, overflow and accessibility violations.
 */
export async function problemsOnPages(
  { page, complaints, requests }: Watched,
  site: { readonly url: string; readonly origin: string },
  paths: readonly string[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  await page.addInitScript(SUM_OF_JUMPS);
  for (const path of paths) {
    const before = { complaints: complaints.length, requests: requests.length };
    // Redoc renders after the page has loaded, and may send requests only then.
    await page.goto(`${site.url}/${path}`, { waitUntil: REFERENCE.test(path) ? 'networkidle' : 'load' });
    const own = {
      complaints: complaints.slice(before.complaints),
      requests: requests.slice(before.requests),
    };
    const found = [...problemsOf(own, site.origin)];
    const size = '[document.documentElement.scrollWidth, window.jumps]';
    const [width, jumps] = (await page.evaluate(size)) as readonly [number, number];
    if (width !== PHONE.viewport.width) found.push(`is ${width} wide`);
    if (jumps > 0.1) found.push(`jumps by ${jumps.toFixed(2)} while it loads`);
    const kinds = GENERATED.test(path) ? [...SERIOUS, ...STRUCTURE_RULES] : SERIOUS;
    if (!SIMILAR.test(path))
      found.push(...(await violations(page, kinds, COLORED.test(path) ? {} : WITHOUT_CONTRAST)));
    problems.push(...found.map((text) => `${path}: ${text}`));
  }
  return problems;
}
