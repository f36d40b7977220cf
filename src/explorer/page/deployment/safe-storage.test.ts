import { describe, expect, it } from 'vitest';
import { type SimpleStorage, safeStorage } from './safe-storage.ts';

function blocked(): SimpleStorage {
  throw new Error('The operation is insecure.');
}

describe('safe storage', () => {
  it('keeps values in the page where browser storage is blocked', () => {
    const storage = safeStorage(blocked);
    expect(storage.getItem('key')).toBe(null);
    storage.setItem('key', 'a');
    expect(storage.getItem('key')).toBe('a');
    storage.removeItem('key');
    expect(storage.getItem('key')).toBe(null);
  });

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
