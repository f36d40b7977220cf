import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { type Given, type Running, services } from '../../service/http/service-under-test.fixture.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { parseVenues } from '../settings/venues-file.ts';

/** Services with several venues for the tests of a file. */
export function venueServices() {
  const start = services();
  const file = temporaryFiles();
  let folders = 0;

  /** Starts one with the file `venues.yaml` beside the accounts, which are in a new folder unless given. */
  function serve(yaml: string, given: Given = {}): Promise<Running> {
    folders += 1;
    const folder = file(`${folders}`);
    mkdirSync(folder);
    const path = join(folder, 'venues.yaml');
    writeFileSync(path, yaml);
    const venues = parseVenues(path);
    return start({
      file: join(folder, 'accounts.sqlite'),
      ...given,
      settings: { venues, ...given.settings },
    });
  }
  return { start, file, serve };
}

/** Stops the clock by which a service looks at its files until the test ends. Returns what lets it look, and polls what is seen then. */
export function fakeLooks() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seen: () => unknown) =>
    expect.poll(() => {
      vi.advanceTimersByTime(2000);
      return seen();
    });
}
