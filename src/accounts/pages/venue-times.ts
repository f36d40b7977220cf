import type { LocalTime } from '../../service/domain/local-time.ts';
import { instantOf, type Micros } from '../../service/domain/micros.ts';
import { type Html, html } from '../../service/http/pages/html.ts';

/** Writes times as the venue's clocks show them, with their zone: `Oct 16, 2026, 12:35pm PDT`. */
export class VenueTimes {
  readonly #time: LocalTime;
  /** Writes `Oct 16, 2026, PDT`. Kept, because making one takes longer than writing all times of a page. */
  readonly #dates: Intl.DateTimeFormat;

  constructor(time: LocalTime) {
    this.#time = time;
    const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
    this.#dates = new Intl.DateTimeFormat('en-US', {
      ...date,
      timeZone: time.timeZone,
      timeZoneName: 'short',
    });
  }

  get timeZone(): string {
    return this.#time.timeZone;
  }

  of(at: Micros): Html {
    const time = this.#time;
    const [day, year, zone] = this.#dates.format(instantOf(at).epochMilliseconds).split(', ');
    const text = `${day}, ${year}, ${time.clock(at)} ${zone}`;
    return html`<time datetime="${time.timestamp(at)}">${text}</time>`;
  }
}

/** How long to wait, in words. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
