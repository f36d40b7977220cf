import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';

/** The folder for the reports of the gate's program, and all that it has printed. */
export interface ProgramOutput {
  readonly folder: string;
  readonly printed: readonly string[];
}

/** Gives each test a new folder and the gate's key, and collects what is printed; with `onGitHub`, as in a workflow there. */
export function programOutput(key: string, { onGitHub = false } = {}): ProgramOutput {
  const output = { folder: '', printed: [] as string[] };
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const printed: string[] = [];
    Object.assign(output, { folder, printed });
    vi.stubEnv('HEADCOUNT_API_KEY', key);
    vi.stubEnv('GITHUB_ACTIONS', onGitHub ? 'true' : '');
    vi.stubEnv('GITHUB_STEP_SUMMARY', onGitHub ? join(folder, 'step.md') : '');
    for (const method of ['log', 'error', 'warn'] as const)
      vi.spyOn(console, method).mockImplementation((...texts) => printed.push(texts.join(' ')));
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(output.folder, { recursive: true });
  });
  return output;
}
