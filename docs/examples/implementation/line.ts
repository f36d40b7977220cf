import { invalidParameters } from './problem.ts';

/** A report of somebody in the line. */
export interface Report {
  readonly id: number;
  readonly at: Date;
  /** One of the labels in `BUCKETS`; its number is what the report counts as. */
  readonly bucket: string;
}

/** The venue opens and closes at these hours, every day. */
export const OPENS = 7;
export const CLOSES = 22;
export const MINUTE = 60_000;
const BUCKETS = ['0', '3', '8', '15', '25', '35'];

/** The reports, oldest first. Read them from your database instead. */
export const reports: readonly Report[] = inventedReports();

/** The reports from the first to the last day, oldest first. A missing day is no limit. */
export function reportsBetween(since: string | undefined, until: string | undefined): readonly Report[] {
  if (since !== undefined && until !== undefined && since > until)
    throw invalidParameters([{ parameter: 'since', message: `must not be after until (${until})` }]);
  return reports.filter(({ at }) => {
    const day = dayOf(at);
    return (since === undefined || day >= since) && (until === undefined || day <= until);
  });
}

/** The mean of what the reports count as, or null without reports. */
export function average(list: readonly Report[]): number | null {
  if (list.length === 0) return null;
  return list.reduce((sum, { bucket }) => sum + Number(bucket), 0) / list.length;
}

/** Returns true if the venue is open at a time. */
export function isOpen(time: Date): boolean {
  return time.getHours() >= OPENS && time.getHours() < CLOSES;
}

/** The time as ISO 8601 with its UTC offset. The local time zone is that of the process, which `TZ` sets. */
export function stamp(time: Date): string {
  const offset = -time.getTimezoneOffset();
  const local = new Date(time.getTime() + offset * MINUTE).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** The local day of a time, `YYYY-MM-DD`. */
export function dayOf(time: Date): string {
  return stamp(time).slice(0, 10);
}

/** The time of an hour on a local day. */
export function timeAt(day: string, hour: number): Date {
  return new Date(`${day}T${twoDigits(hour)}:00:00`);
}

/** The local day some days before today, which is 0. */
export function dayBefore(days: number): string {
  const noon = timeAt(dayOf(new Date()), 12);
  noon.setDate(noon.getDate() - days);
  return dayOf(noon);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Reports of the last ten days: one every ten minutes while the venue is open, and most people at noon and at six. */
function inventedReports(): readonly Report[] {
  const list: Report[] = [];
  const now = Date.now();
  for (let time = timeAt(dayBefore(10), 0).getTime(); time <= now; time += 10 * MINUTE) {
    const at = new Date(time);
    const fromPeak = Math.min(Math.abs(at.getHours() - 12), Math.abs(at.getHours() - 18));
    const bucket = BUCKETS[Math.max(0, 5 - fromPeak)] as string;
    if (isOpen(at)) list.push({ id: list.length + 1, at, bucket });
  }
  return list;
}
