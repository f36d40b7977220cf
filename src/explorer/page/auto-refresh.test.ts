import { afterEach, describe, expect, it, vi } from 'vitest';
import { AutoRefresh, RESERVE, secondsAfterFailure, secondsUntilRefresh } from './auto-refresh.ts';
import type { Quota } from './deployment/api.ts';
import { type Failure, noResponse, statusFailure } from './deployment/failure.ts';

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
  const texts: string[] = [];
  const autoRefresh = new AutoRefresh({
    refresh: () => new Promise((resolve) => void ends.push(resolve)),
    quota: () => quota,
    cost: () => 1,
    isLive: () => isLive,
    say: (text) => void texts.push(text),
  });
  /** Refreshes with a result, and with what happens meanwhile. */
  const refreshed = async (failure: Failure | null = null, meanwhile = () => {}) => {
    const refresh = autoRefresh.refreshNow();
    meanwhile();
    ends.at(-1)?.(failure);
    await refresh;
  };
  return { autoRefresh, window, document, ends, texts, refreshed };
}

it.each([
  ['as often as people report', null, true, null, 'Refreshes in 4 s while this tab is visible.'],
  ['every two minutes for visitors', null, false, null, 'Refreshes in 2 min while this tab is visible.'],
  [
    'within the quota',
    { remaining: 962, reset: 41_234, limit: 1000 },
    false,
    null,
    '962 of 1,000 requests left today. Refreshes in 86 s while this tab is visible.',
  ],
  [
    'after the quota has reset, to leave the user the last requests',
    { remaining: 1, reset: 3600, limit: 1 },
    false,
    null,
    '1 of 1 request left today. Refreshes in 1 h 1 min while this tab is visible.',
  ],
  ['later after a failure', null, true, OFFLINE, 'Refreshes in 15 s while this tab is visible.'],
  ['not at all after what only the user can fix', null, true, statusFailure(401, null, null), ''],
])('refreshes %s', async (_, quota, isLive, failure, text) => {
  const { texts, refreshed, window } = started(quota, isLive);
  await refreshed(failure);
  expect(texts).toEqual([text]);
  expect(window.setTimeout).toHaveBeenCalledTimes(text === '' ? 0 : 1);
});

it('refreshes as soon as the network is back, when a request of the user failed, until a refresh succeeds', async () => {
  const { autoRefresh, window, refreshed } = started();
  const online = () => window.dispatchEvent(new Event('online'));
  await refreshed();
  autoRefresh.end(OFFLINE);
  online();
  expect(window.setTimeout).toHaveBeenLastCalledWith(expect.any(Function), 0);
  await refreshed();
  const { length } = window.setTimeout.mock.calls;
  online();
  expect(window.setTimeout.mock.calls).toHaveLength(length);
});

it('refreshes once more when it is asked to during a refresh, as with another key', async () => {
  const { autoRefresh, ends, texts } = started();
  const refresh = autoRefresh.refreshNow();
  void autoRefresh.refreshNow();
  ends[0]?.(null);
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  expect(texts).toEqual([]);
  ends[1]?.(null);
  await refresh;
  expect(texts).toHaveLength(1);
});

it('stays off when a refresh ends after it was turned off', async () => {
  const { autoRefresh, window, texts, refreshed } = started();
  await refreshed(null, () => autoRefresh.setEnabled(false));
  expect(texts).toEqual(['Auto-refresh is off.', 'Auto-refresh is off.']);
  expect(window.setTimeout).not.toHaveBeenCalled();
});

describe('the time until the next refresh', () => {
  it.each([
    ['a minute at least', { remaining: 1000, reset: 3600 }, 1, 60],
    ['enough for half of the quota to last for the day', { remaining: 1000, reset: 86_400 }, 1, 173],
    ['longer with less quota remaining', { remaining: 100, reset: 36_000 }, 1, 720],
    ['longer when a refresh takes more requests', { remaining: 1000, reset: 86_400 }, 3, 519],
    ['two minutes without a quota', null, 3, 120],
    ['after the reset once the reserve is reached', { remaining: RESERVE, reset: 36_000 }, 1, 36_060],
  ])('is %s', (_, quota, cost, seconds) => {
    expect(secondsUntilRefresh(quota && { ...quota, limit: 1000 }, cost)).toBe(seconds);
  });

  it('doubles with each consecutive failure, up to ten minutes, and is at least Retry-After', () => {
    const seconds = [1, 2, 3, 9, 99].map((failures) => secondsAfterFailure(failures, null));
    expect(seconds).toEqual([15, 30, 60, 600, 600]);
    expect(secondsAfterFailure(1, 40_000)).toBe(40_000);
  });
});
