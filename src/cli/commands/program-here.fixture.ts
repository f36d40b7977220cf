import { vi } from 'vitest';
import type { Result } from './program.fixture.ts';
import { program } from './program.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ends a command that has a usage error, as the real exit does. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super('exit');
    this.code = code;
  }
}

/** Runs a command in this process, and returns what it prints; for commands that end by themselves. */
export async function runHere(args: readonly string[]): Promise<Result> {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: 'stdout' | 'stderr') => (text: unknown) => {
    printed[name] += `${text}\n`;
  };
  const before = process.exitCode;
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  process.exitCode = undefined;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(collect('stdout')),
    vi.spyOn(console, 'error').mockImplementation(collect('stderr')),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      collect('stderr')(text);
      return true;
    }),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Exit(Number(code));
    }),
  ];
  try {
    await program().parseAsync([...args], { from: 'user' });
    return { code: Number(process.exitCode ?? 0), ...printed };
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, ...printed };
    throw error;
  } finally {
    process.exitCode = before;
    for (const [index, signal] of SIGNALS.entries()) {
      const added = process.listeners(signal).filter((listener) => !listeners[index]?.includes(listener));
      for (const listener of added) process.removeListener(signal, listener);
    }
    for (const spy of spies) spy.mockRestore();
  }
}
