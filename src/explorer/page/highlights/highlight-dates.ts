import type { Highlights } from '../deployment/responses.ts';
import { dayName, wallTimeOf } from '../local-time.ts';

/** The day that a photo was brought back for, and the day it was taken, with its year if that is another one. */
export function highlightDates({ date, photo }: Highlights['highlights'][number]): {
  readonly broughtBack: string;
  readonly taken: string;
} {
  const year = photo.created_at.slice(0, 4);
  return {
    broughtBack: dayName(Date.parse(`${date}T00:00:00Z`)),
    taken: `${dayName(wallTimeOf(photo.created_at))}${year === date.slice(0, 4) ? '' : ` ${year}`}`,
  };
}
