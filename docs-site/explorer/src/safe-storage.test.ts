import { describe, expect, it } from 'vitest';
import { type Drawer, drawerOf } from './safe-storage.ts';

function blocked(): Drawer {
  throw new Error('The operation is insecure.');
}

describe('a drawer', () => {
  it('keeps things in the page where the storage is blocked', () => {
    const drawer = drawerOf(blocked);
    expect(drawer.getItem('key')).toBe(null);
    drawer.setItem('key', 'a');
    expect(drawer.getItem('key')).toBe('a');
    drawer.removeItem('key');
    expect(drawer.getItem('key')).toBe(null);
  });

  it('keeps things in the storage, and in the page what no longer fits there', () => {
    const stored = new Map<string, string>();
    let isFull = false;
    const drawer = drawerOf(() => ({
      getItem: (name) => stored.get(name) ?? null,
      setItem(name, value) {
        if (isFull) throw new Error('quota exceeded');
        stored.set(name, value);
      },
      removeItem: (name) => void stored.delete(name),
    }));
    drawer.setItem('key', 'a');
    isFull = true;
    drawer.setItem('key', 'b');
    expect([stored.get('key'), drawer.getItem('key')]).toEqual(['a', 'b']);
    drawer.removeItem('key');
    expect([stored.size, drawer.getItem('key')]).toEqual([0, null]);
  });
});
