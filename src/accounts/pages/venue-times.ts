import type { LocalTime } from '../../service/domain/local-time.ts';
import { instantOf, type Micros } from '../../service/domain/micros.ts';
import { type Html, html } from '../../service/http/pages/html.ts';

/** Writes times as the venue's clocks show them, with their zone: `Oct 16, 2026, 12:35pm PDT`. */
export class VenueTimes {
  readonly #time: LocalTime;
  readonly #zone: Intl.DateTimeFormat;

  constructor(time: LocalTime) {
    this.#time = time;
    this.#zone = new Intl.DateTimeFormat('en-US', { timeZone: time.timeZone, timeZoneName: 'short' });
  }

  get timeZone(): string {
    return this.#time.timeZone;
  }

  of(at: Micros): Html {
    const day = this.#time.date(at).toLocaleString('en-US', { dateStyle: 'medium' });
    const text = `${day}, ${this.#time.clock(at)} ${this.#zoneAt(at)}`;
    return html`<time datetime="${this.#time.timestamp(at)}">${text}</time>`;
  }

  #zoneAt(at: Micros): string {
    const parts = this.#zone.formatToParts(instantOf(at).epochMilliseconds);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? this.timeZone;
  }
}

/** How long to wait, in words. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
