import type { LocalTime } from '../domain/local-time.ts';
import { HOUR, type Micros } from '../domain/micros.ts';
import type { Timetable } from '../domain/timetable.ts';
import { simulateSpan } from '../simulation/simulate.ts';
import { CAMPUS_CAFE } from '../simulation/venue.ts';
import type { NewReport, Store } from '../store/store.ts';
import { asNewReports } from './simulated-reports.ts';

/** Whose key the demo hands out; some simulated photos are liked by this account. */
export const DEMO_OWNER = 'demo@university.example';

/** The fact that marks a database as the demo's, and tells up to when its line is simulated. */
const SIMULATED_UNTIL = 'demo-simulated-until';
/** Two months and some days, so that the longest look-back of highlights has something to show on each of its days. */
const WEEKS = 9;
const SEED = 'demo';

/** A simulated line in a store, kept going up to the present. */
export class DemoLine {
  readonly #store: Store;
  readonly #time: LocalTime;
  readonly #timetable: Timetable;
  readonly #clock: () => Micros;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(store: Store, time: LocalTime, timetable: Timetable, clock: () => Micros) {
    this.#store = store;
    this.#time = time;
    this.#timetable = timetable;
    this.#clock = clock;
  }

  /** Whether the store is a demo's. */
  static async livesIn(store: Store): Promise<boolean> {
    return (await store.metadata(SIMULATED_UNTIL)) !== null;
  }

  /**
   * Marks a store that was just made as the demo's, before the longer work of filling it: a start that is broken off then, or
   * a second one meanwhile, finds a demo and goes on with it.
   */
  async claim(): Promise<void> {
    await this.#store.advance(SIMULATED_UNTIL, (value) => ({
      value: value ?? String(this.#begin(this.#clock())),
      reports: [],
    }));
  }

  /**
   * Adds the reports of nine weeks up to now, or of the time since the line was left. Each report is added once, however
   * many processes serve the same demo. Answers how many were added.
   */
  catchUp(): Promise<number> {
    const now = this.#clock();
    return this.#store.advance(SIMULATED_UNTIL, (value) => {
      const since = value === null ? this.#begin(now) : Number(value);
      const until = Math.max(since, now + 1);
      return { value: String(until), reports: this.#simulate(since, until) };
    });
  }

  /** Adds each further report when its time comes, until `stop`; `onError` hears of what goes wrong. */
  live(onError: (error: unknown) => void): void {
    if (this.#stopped) return;
    const soon = this.#clock();
    const next = this.#simulate(soon, soon + HOUR)[0]?.createdAt ?? soon + HOUR;
    const wait = Math.min(60_000, Math.ceil((next - soon) / 1000) + 1);
    this.#timer = setTimeout(async () => {
      try {
        if (this.#clock() >= next) await this.catchUp();
      } catch (error) {
        onError(error);
      }
      // After a failure, too: what was missed comes with the next report.
      this.live(onError);
    }, wait);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #begin(now: Micros): Micros {
    return this.#time.startOfDay(this.#time.date(now).subtract({ weeks: WEEKS }));
  }

  #simulate(start: Micros, end: Micros): readonly NewReport[] {
    const settings = {
      seed: SEED,
      venue: CAMPUS_CAFE,
      timetable: this.#timetable,
      time: this.#time,
      owner: DEMO_OWNER,
    };
    return asNewReports(simulateSpan({ ...settings, span: { start, end } }));
  }
}
