import { afterEach, expect, it, vi } from 'vitest';
import { AutoRefresh, type Schedule, scheduleText } from './auto-refresh.ts';
import { type Failure, noResponse } from './deployment/failure.ts';
import type { Quota } from './deployment/quota.ts';

afterEach(() => vi.unstubAllGlobals());

const OFFLINE = noResponse(false);

/** An auto-refresh whose refreshes end when the test says so, in a window whose timers never run. */
function started(quota: Quota | null = null, isLive = false) {
  const timers = { setTimeout: vi.fn(() => 1), clearTimeout: () => undefined };
  const window = Object.assign(new EventTarget(), timers);
  vi.stubGlobal('window', window);
  const document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', document);
  const ends: ((failure: Failure | null) => void)[] = [];
  const schedules: Schedule[] = [];
  const autoRefresh = new AutoRefresh({
    refresh: () => new Promise((resolve) => void ends.push(resolve)),
    quota: () => quota,
    cost: () => 1,
    isLive: () => isLive,
    onSchedule: (schedule) => void schedules.push(schedule),
  });
  return { autoRefresh, window, document, ends, schedules };
}

it.each([
  [7, 1000, '7 of 1,000 requests left today.'],
  [1, 1000, '1 of 1,000 requests left today.'],
  [0, 1, '0 of 1 request left today.'],
])('says of %i remaining requests, of a quota of %o, "%s"', (remaining, limit, text) => {
  const quota = { remaining, limit, reset: 60 };
  expect(scheduleText({ kind: 'stopped' }, quota)).toBe(`${text} `);
  const paused = scheduleText({ kind: 'reserve', remaining, seconds: 90 }, null);
  expect(paused).toContain(remaining === 1 ? 'the last request.' : `the last ${remaining} requests.`);
});

it.each([
  ['during a refresh that succeeds', true],
  ['between refreshes', false],
])('refreshes as soon as the network is back, when a request of the user failed %s', async (_, isDuring) => {
  const { autoRefresh, window, ends, schedules } = started();
  const refresh = autoRefresh.refreshNow();
  if (isDuring) autoRefresh.noteFailure(OFFLINE);
  ends[0]?.(null);
  await refresh;
  if (!isDuring) autoRefresh.noteFailure(OFFLINE);
  expect(schedules.at(-1)).toEqual({ kind: 'next', seconds: expect.any(Number) });
  window.dispatchEvent(new Event('online'));
  expect(ends).toHaveLength(2);
});

it('refreshes once more when the network comes back during a refresh', async () => {
  const { autoRefresh, window, ends, schedules } = started();
  const refresh = autoRefresh.refreshNow();
  autoRefresh.noteFailure(OFFLINE);
  window.dispatchEvent(new Event('online'));
  expect(ends).toHaveLength(1);
  ends[0]?.(null);
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  expect(schedules).toEqual([]);
  ends[1]?.(null);
  await refresh;
  expect(schedules).toHaveLength(1);
});

it('forgets such a failure with the next refresh that succeeds', async () => {
  const { autoRefresh, window, ends } = started();
  let refresh = autoRefresh.refreshNow();
  autoRefresh.noteFailure(OFFLINE);
  ends[0]?.(null);
  await refresh;
  refresh = autoRefresh.refreshNow();
  ends[1]?.(null);
  await refresh;
  window.dispatchEvent(new Event('online'));
  expect(ends).toHaveLength(2);
});

it('refreshes when the tab is visible again, when the network came back before', async () => {
  const { autoRefresh, window, document, ends } = started();
  const refresh = autoRefresh.refreshNow();
  ends[0]?.(OFFLINE);
  await refresh;
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('online'));
  expect(ends).toHaveLength(1);
  document.hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(window.setTimeout).toHaveBeenLastCalledWith(expect.any(Function), 0);
});

it('leaves the user the last requests of a quota, and resumes a minute after it resets', async () => {
  const { autoRefresh, window, ends, schedules } = started({ remaining: 20, reset: 3600, limit: 1000 });
  const refresh = autoRefresh.refreshNow();
  ends[0]?.(null);
  await refresh;
  expect(schedules).toEqual([{ kind: 'reserve', remaining: 20, seconds: 3660 }]);
  expect(window.setTimeout).toHaveBeenLastCalledWith(expect.any(Function), expect.closeTo(3_660_000, -3));
});

it('stays off when a refresh ends after it was turned off', async () => {
  const { autoRefresh, window, ends, schedules } = started();
  const refresh = autoRefresh.refreshNow();
  autoRefresh.setEnabled(false);
  ends[0]?.(null);
  await refresh;
  expect(schedules).toEqual([{ kind: 'off' }, { kind: 'off' }]);
  expect(window.setTimeout).not.toHaveBeenCalled();
});

it('refreshes every few seconds while people report', async () => {
  const { autoRefresh, ends, schedules } = started(null, true);
  const refresh = autoRefresh.refreshNow();
  ends[0]?.(null);
  await refresh;
  expect(schedules.at(-1)).toEqual({ kind: 'next', seconds: 4 });
});
