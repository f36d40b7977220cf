import { afterEach, expect, it, vi } from 'vitest';
import { NewVersion } from './new-version.ts';

const PAGE = 'https://queue.example/live/embed?theme=dark';
const HOUR = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

/** A page whose service has these versions of its script, one after the other; null is an outage, and 500 an error of the page itself. */
function pageWith(versions: readonly (string | null | 500)[]) {
  const requested: string[] = [];
  let at = -1;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (target) => {
    const url = String(target);
    requested.push(url);
    if (url.endsWith('/embed.js')) at += 1;
    const version = versions[Math.max(0, at)] ?? null;
    if (version === null) throw new TypeError('Failed to fetch');
    if (version === 500)
      return new Response(null, { status: url === PAGE ? 500 : 200, headers: { ETag: 'new' } });
    return new Response(null, { headers: url === PAGE ? {} : { ETag: version } });
  });
  const reload = vi.fn();
  return { page: new NewVersion(PAGE, reload), requested, reload };
}

it('reloads a day later, when the service has another version', async () => {
  const { page, requested, reload } = pageWith(['one', 'two']);
  await page.check(0);
  expect(requested).toEqual([
    'https://queue.example/live/embed.js',
    'https://queue.example/live/embed.css',
    PAGE,
  ]);
  for (const hour of [1, 12, 23]) await page.check(hour * HOUR);
  expect([requested.length, reload.mock.calls.length]).toEqual([3, 0]);
  await page.check(24 * HOUR);
  expect(reload).toHaveBeenCalledOnce();
});

it.each<readonly [string, readonly (string | null | 500)[]]>([
  ['the same version', ['one', 'one', 'one']],
  ['no response at that moment', ['one', null, 'one']],
  ['only an error page', ['one', 500, 'one']],
  ['a version for the first time', [null, 'one', 'one']],
])('stays where the service has %s', async (_, versions) => {
  const { page, reload } = pageWith(versions);
  for (const day of [0, 1, 2]) await page.check(day * 24 * HOUR);
  expect(reload).not.toHaveBeenCalled();
});

it('reloads on a later day if the service did not respond on the first', async () => {
  const { page, reload } = pageWith(['one', null, 'two']);
  for (const day of [0, 1, 2]) await page.check(day * 24 * HOUR);
  expect(reload).toHaveBeenCalledOnce();
});
