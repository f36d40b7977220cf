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

  it('are stored in one place at a time, and nowhere once forgotten', () => {
    const [tab, device] = [storage(), storage()];
    const keys = new Keys(tab, device);
    keys.save('https://a.test', 'hc_a', 'tab');
    expect([tab.entries.size, device.entries.size]).toEqual([1, 0]);
    keys.save('https://a.test', 'hc_a', 'device');
    expect([tab.entries.size, device.entries.size, keys.isOnDevice('https://a.test')]).toEqual([0, 1, true]);
    keys.forget('https://a.test');
    expect([keys.get('https://a.test'), tab.entries.size + device.entries.size]).toEqual([null, 0]);
  });
});
