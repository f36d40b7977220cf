import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Announcer } from './answer-section.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('leaves each text for ten seconds', () => {
  const region = { textContent: '' };
  const announcer = new Announcer(region);
  announcer.say('Open.');
  vi.advanceTimersByTime(9_000);
  expect(region.textContent).toBe('Open.');
  announcer.say('Closed.');
  vi.advanceTimersByTime(9_000);
  expect(region.textContent).toBe('Closed.');
  vi.advanceTimersByTime(1_000);
  expect(region.textContent).toBe('');
});
