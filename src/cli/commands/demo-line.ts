/** The content of the demo's database: reports that keep coming, a key, and a link of the staff. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { issueKey, STANDARD_QUOTA } from '../../accounts/keys.ts';
import type { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros } from '../../service/domain/micros.ts';
import type { Timetable } from '../../service/domain/timetable.ts';
import { STAFF_PATH } from '../../service/http/app-options.ts';
import { apiKeyPrefix, hashApiKey } from '../../service/keys/api-key.ts';
import { sha256 } from '../../service/keys/token.ts';
import { isActive } from '../../service/store/account-store.ts';
import type { NewReport, Store } from '../../service/store/store.ts';
import { addStaffLink, findStaffLink } from '../../staff/staff-links.ts';
import { simulateReports } from '../simulation/simulate.ts';
import { DEMO_CAFE } from '../simulation/venue.ts';

/** The account that owns the demo's key and likes some simulated photos. */
const OWNER = 'demo@university.example';
/** Metadata: the time up to which reports are simulated. */
const SIMULATED_UNTIL = 'demo-simulated-until';
/** Long enough that the most days of highlights all have older photos to choose from. */
const WEEKS = 9;

/** The venue that the demo simulates. */
interface SimulatedVenue {
  readonly seed: string;
  readonly time: LocalTime;
  readonly timetable: Timetable;
}

/** Simulated reports in a store, kept up to date with the clock. */
export class DemoLine {
  readonly #store: Store;
  readonly #venue: SimulatedVenue;
  readonly #clock: () => Micros;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(store: Store, venue: SimulatedVenue, clock: () => Micros) {
    this.#store = store;
    this.#venue = venue;
    this.#clock = clock;
  }

  /**
   * Adds the reports since the last call (at the first call, nine weeks of reports) and returns how many it added. Each report
   * is added once, however many processes run the same demo.
   */
  catchUp(): Promise<number> {
    const now = this.#clock();
    const { time } = this.#venue;
    return this.#store.advance(SIMULATED_UNTIL, (value) => {
      const since = value ?? time.startOfDay(time.date(now).subtract({ weeks: WEEKS }));
      const until = Math.max(Number(since), now + 1);
      return { value: String(until), reports: this.#simulate(Number(since), until) };
    });
  }

  /** Adds each new report when its time comes, until `stop`. */
  start(onError: (error: unknown) => void): void {
    if (this.#stopped) return;
    const now = this.#clock();
    const next = this.#simulate(now, now + HOUR)[0]?.createdAt ?? now + HOUR;
    const wait = Math.min(60_000, Math.ceil((next - now) / 1000) + 1);
    this.#timer = setTimeout(async () => {
      try {
        if (this.#clock() >= next) await this.catchUp();
      } catch (error) {
        onError(error);
      }
      // Also after a failure: the next call adds the reports that were missed.
      this.start(onError);
    }, wait);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #simulate(start: Micros, end: Micros): readonly NewReport[] {
    return simulateReports({ ...this.#venue, venue: DEMO_CAFE, owner: OWNER, span: { start, end } });
  }
}

/** Returns the demo's key: the one in `file` if it is valid, otherwise a new one, which the file then has for its owner to read. */
export async function demoKey(store: Store, file: string, now: Micros): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const found = await store.findKey(hashApiKey(stored.trim()));
  if (found !== null && isActive(found, now)) return stored.trim();
  const { secret } = await issueKey(store, { email: OWNER, quota: STANDARD_QUOTA, now });
  // Renamed once it is written, so that no reader sees half a key, or one with the permissions of an older file. Demos that start
  // together have files of their own.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(temporary, file);
  return secret;
}

/** Returns the path of the page for the staff with the demo's link, which is made from its key and so stays the same. */
export async function demoStaffPage(store: Store, key: string, now: Micros): Promise<string> {
  const secret = Buffer.from(sha256(`staff ${key}`)).toString('base64url');
  const isKnown = async () => (await findStaffLink(store, secret)) !== null;
  if (!(await isKnown()))
    await addStaffLink(store, { name: `Demo ${apiKeyPrefix(key)}`, now, secret }).catch(
      async (error: unknown) => {
        // Another demo may have added it meanwhile.
        if (!(await isKnown())) throw error;
      },
    );
  return `${STAFF_PATH}?link=${secret}`;
}
