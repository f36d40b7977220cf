import { describe, expect, it } from 'vitest';
import { Keys } from './keys.ts';
import type { Drawer } from './safe-storage.ts';

function drawer(): Drawer & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
  };
}

describe('keys', () => {
  it('are handed out for the base URL they were given for, and no other', () => {
    const keys = new Keys(drawer(), drawer());
    keys.keep('https://a.test', 'hc_a', 'tab');
    expect(
      ['https://a.test', 'https://a.test/cafe', 'http://a.test', 'https://b.test'].map((url) => keys.of(url)),
    ).toEqual(['hc_a', null, null, null]);
  });

  it('lie in one place at a time, and in none once forgotten', () => {
    const [tab, device] = [drawer(), drawer()];
    const keys = new Keys(tab, device);
    keys.keep('https://a.test', 'hc_a', 'tab');
    expect([tab.held.size, device.held.size]).toEqual([1, 0]);
    keys.keep('https://a.test', 'hc_a', 'device');
    expect([tab.held.size, device.held.size, keys.isOnDevice('https://a.test')]).toEqual([0, 1, true]);
    keys.forget('https://a.test');
    expect([keys.of('https://a.test'), tab.held.size + device.held.size]).toEqual([null, 0]);
  });
});
