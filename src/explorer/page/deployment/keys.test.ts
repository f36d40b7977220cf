import { describe, expect, it } from 'vitest';
import { Keys, type SimpleStorage, safeStorage } from './keys.ts';

function storage(): SimpleStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  };
}

describe('a key', () => {
  const opened = (tab = storage(), device = storage(), url = 'https://a.test') => new Keys(url, tab, device);

  it('is used only for the base URL that it was saved for', () => {
    const [tab, device] = [storage(), storage()];
    opened(tab, device).save('hc_a', 'tab');
    const urls = ['https://a.test', 'https://a.test/cafe', 'http://a.test', 'https://b.test'];
    expect(urls.filter((url) => opened(tab, device, url).current !== null)).toEqual(['https://a.test']);
  });

  it.each(['tab', 'device'] as const)(
    'that was saved in the %s survives a link with another one',
    (place) => {
      const [tab, device] = [storage(), storage()];
      const keys = opened(tab, device);
      keys.save('hc_own', place);
      keys.save('hc_link', 'link');
      expect(keys.current).toEqual({ key: 'hc_link', place: 'link' });
      const inAnotherTab = opened(storage(), device).current;
      expect(inAnotherTab).toEqual(place === 'tab' ? null : { key: 'hc_own', place });
      keys.forget('link');
      expect(keys.current).toEqual({ key: 'hc_own', place });
    },
  );

  it('is stored in one place at a time, in that of a link, too, and nowhere once forgotten', () => {
    const [tab, device] = [storage(), storage()];
    const keys = opened(tab, device);
    const sizes = () => [tab.entries.size, device.entries.size];
    keys.save('hc_link', 'link');
    keys.save('hc_a', 'tab');
    expect(sizes()).toEqual([1, 0]);
    keys.save('hc_a', 'device');
    expect([...sizes(), keys.current?.place]).toEqual([0, 1, 'device']);
    keys.save('hc_link', 'link');
    keys.forget();
    expect([...sizes(), keys.current]).toEqual([0, 0, null]);
  });
});

describe('safe storage', () => {
  it('keeps values in browser storage, and in the page once that is full', () => {
    const stored = new Map<string, string>();
    let isFull = false;
    const storage = safeStorage(() => ({
      getItem: (name) => stored.get(name) ?? null,
      setItem(name, value) {
        if (isFull) throw new Error('quota exceeded');
        stored.set(name, value);
      },
      removeItem: (name) => void stored.delete(name),
    }));
    storage.setItem('key', 'a');
    isFull = true;
    storage.setItem('key', 'b');
    expect([stored.get('key'), storage.getItem('key')]).toEqual(['a', 'b']);
    storage.removeItem('key');
    expect([stored.size, storage.getItem('key')]).toEqual([0, null]);
  });
});
