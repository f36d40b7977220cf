import type { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros } from '../../service/domain/micros.ts';
import type { Timetable } from '../../service/domain/timetable.ts';
import type { NewReport, Store } from '../../service/store/store.ts';
import { DEMO_CAFE } from '../simulation/venue.ts';
import { simulateReports } from './simulate.ts';

/** The account that owns the demo's key and likes some simulated photos. */
export const DEMO_OWNER = 'demo@university.example';

/** Metadata that marks a database as the demo's: the time up to which its reports are simulated. */
const SIMULATED_UNTIL = 'demo-simulated-until';
/** Long enough that the most days of highlights all have older photos to choose from. */
const WEEKS = 9;

/** What the demo simulates. */
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

  /** Returns whether a demo created the store. */
  static async isIn(store: Store): Promise<boolean> {
    return (await store.metadata(SIMULATED_UNTIL)) !== null;
  }

  /**
   * Marks a new store as the demo's. This comes before the slower work of filling it, so that a start that is interrupted, or a
   * second one that runs at the same time, finds a demo and continues.
   */
  async mark(): Promise<void> {
    await this.#store.advance(SIMULATED_UNTIL, (value) => ({
      value: value ?? String(this.#firstDay(this.#clock())),
      reports: [],
    }));
  }

  /**
   * Adds the reports since the last call (at the first call, nine weeks of reports) and returns how many it added. Each report
   * is added once, however many processes run the same demo.
   */
  catchUp(): Promise<number> {
    const now = this.#clock();
    return this.#store.advance(SIMULATED_UNTIL, (value) => {
      const since = value === null ? this.#firstDay(now) : Number(value);
      const until = Math.max(since, now + 1);
      return { value: String(until), reports: this.#simulate(since, until) };
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

  #firstDay(now: Micros): Micros {
    const { time } = this.#venue;
    return time.startOfDay(time.date(now).subtract({ weeks: WEEKS }));
  }

  #simulate(start: Micros, end: Micros): readonly NewReport[] {
    return simulateReports({
      ...this.#venue,
      venue: DEMO_CAFE,
      owner: DEMO_OWNER,
      span: { start, end },
    });
  }
}
