import { afterAll, beforeAll } from 'vitest';
import { openStore } from '../../../service/store/open-store.ts';
import { temporaryFiles } from '../../../service/store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../../../service/store/store.ts';
import type { Result } from '../program.fixture.ts';
import { programHere } from '../program-here.fixture.ts';

interface People {
  /** The database, as a service has it open. */
  readonly store: Store;
  /** Runs a command on it, in this process. */
  run(...args: readonly string[]): Promise<Result>;
  /** The object that a command prints with `--json`. */
  json(...args: readonly string[]): Promise<unknown>;
}

/** A new database for the tests of a `describe` or a file, and the commands on it. */
export function people(): () => People {
  const newFile = temporaryFiles();
  const program = programHere();
  let file = '';
  let store: Store | undefined;
  beforeAll(async () => {
    file = newFile('people.sqlite');
    store = await openStore({ engine: 'sqlite', file }, { create: true });
  });
  afterAll(() => store?.close());
  const run = (...args: readonly string[]) =>
    program.run([...args, '--database', `sqlite:${file}`, '--time-zone', 'America/Los_Angeles']);
  return () => ({
    store: store as Store,
    run,
    async json(...args) {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0 || stderr !== '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  });
}
