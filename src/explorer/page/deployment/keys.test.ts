import { describe, expect, it } from 'vitest';
import { Keys } from './keys.ts';
import type { SimpleStorage } from './safe-storage.ts';

function storage(): SimpleStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  };
}

describe('keys', () => {
  it('are returned only for the base URL they were saved for', () => {
    const keys = new Keys(storage(), storage());
    keys.save('https://a.test', 'hc_a', 'tab');
    expect(
      ['https://a.test', 'https://a.test/cafe', 'http://a.test', 'https://b.test'].map((url) =>
        keys.get(url),
      ),
    ).toEqual(['hc_a', null, null, null]);
  });

  it('come back when the key of a link is forgotten', () => {
    const keys = new Keys(storage(), storage());
    keys.save('https://a.test', 'hc_own', 'tab');
    keys.useFromLink('https://a.test', 'hc_link');
    keys.forgetLink('https://a.test');
    expect([keys.get('https://a.test'), keys.placeOf('https://a.test')]).toEqual(['hc_own', 'tab']);
  });

  it.each(['tab', 'device'] as const)(
    'that were saved in the %s survive a link with another key',
    (where) => {
      const [tab, device] = [storage(), storage()];
      const keys = new Keys(tab, device);
      keys.save('https://a.test', 'hc_kept', where);
      keys.useFromLink('https://a.test', 'hc_link');
      expect([keys.get('https://a.test'), keys.placeOf('https://a.test')]).toEqual(['hc_link', 'link']);
      expect([...(where === 'tab' ? tab : device).entries.values()]).toContain('hc_kept');
      if (where === 'tab') return;
      const inAnotherTab = new Keys(storage(), device);
      expect([inAnotherTab.get('https://a.test'), inAnotherTab.placeOf('https://a.test')]).toEqual([
        'hc_kept',
        'device',
      ]);
    },
  );

  it('that the user enters replace the one of a link', () => {
    const keys = new Keys(storage(), storage());
    keys.useFromLink('https://a.test', 'hc_link');
    keys.save('https://a.test', 'hc_mine', 'device');
    expect([keys.get('https://a.test'), keys.placeOf('https://a.test')]).toEqual(['hc_mine', 'device']);
  });

  it('are stored in one place at a time, and nowhere once forgotten', () => {
    const [tab, device] = [storage(), storage()];
    const keys = new Keys(tab, device);
    keys.save('https://a.test', 'hc_a', 'tab');
    expect([tab.entries.size, device.entries.size]).toEqual([1, 0]);
    keys.save('https://a.test', 'hc_a', 'device');
    expect([tab.entries.size, device.entries.size, keys.placeOf('https://a.test')]).toEqual([0, 1, 'device']);
    keys.useFromLink('https://a.test', 'hc_link');
    keys.forget('https://a.test');
    expect([keys.get('https://a.test'), tab.entries.size + device.entries.size]).toEqual([null, 0]);
  });
});
