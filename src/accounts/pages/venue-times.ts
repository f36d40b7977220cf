import type { LocalTime } from '../../service/domain/local-time.ts';
import { instantOf, type Micros } from '../../service/domain/micros.ts';
import { type Html, html } from '../../service/http/pages/html.ts';

/** Writes times as the venue's clocks show them, with their zone: `Oct 16, 2026, 12:35pm PDT`. */
export class VenueTimes {
  readonly #time: LocalTime;

  constructor(time: LocalTime) {
    this.#time = time;
  }

  get timeZone(): string {
    return this.#time.timeZone;
  }

  of(at: Micros): Html {
    const time = this.#time;
    const day = time.date(at).toLocaleString('en-US', { dateStyle: 'medium' });
    const named = instantOf(at).toLocaleString('en-US', { timeZone: time.timeZone, timeZoneName: 'short' });
    const text = `${day}, ${time.clock(at)} ${named.split(' ').at(-1)}`;
    return html`<time datetime="${time.timestamp(at)}">${text}</time>`;
  }
}

/** How long to wait, in words. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
