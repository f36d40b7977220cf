import { addDays, instantOf, localParts } from '../../mocks/service/local-time.ts';
import type { Photo, Report } from '../../mocks/service/store.ts';
import { shiftsOf, spanAt, type Timetable } from '../../mocks/service/timetable.ts';
import { headcountOf } from './labels.ts';
import type { Options } from './options.ts';

const MINUTE = 60_000_000;
const DAY = 1440 * MINUTE;

/** A seeded random generator of numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The reports of a store, oldest first: most during opening hours, some close to midnight, none after now. */
export function generateReports(options: Options, now: number, timetable: Timetable): Report[] {
  const random = seededRandom(options.seed);
  const today = localParts(now, options.zone).date;
  const times: number[] = [];
  const hasRecent =
    options.newestAge !== null ||
    (options.count >= 100 && options.quietDays === 0 && spanAt(now, timetable) !== undefined);
  const recent = hasRecent ? Math.min(6, options.count) : 0;
  const age = options.newestAge ?? 3;
  const latest = now - (options.newestAge ?? 0) * MINUTE;
  for (let index = 0; index < recent; index += 1) times.push(now - (age + index * 9) * MINUTE - 7_000_000);
  while (times.length < options.count) {
    const last = times.at(-1);
    if (last !== undefined && times.length > recent && random() < options.ties) {
      times.push(last);
      continue;
    }
    const share = random();
    const back =
      share < 0.03 && options.quietDays === 0
        ? 0
        : Math.floor(random() * options.days) + 1 + options.quietDays;
    const date = addDays(today, -back);
    if (back > 1 && isSilent(date, options)) continue;
    const us =
      instantOf(date, 0, options.zone) +
      pickSecond(date, options, timetable, random) * 1_000_000 +
      fraction(options, random);
    if (us < latest && localParts(us, options.zone).date <= today) times.push(us);
  }
  const unit = options.notation === 'no-seconds' ? MINUTE : 1;
  const sorted = times.map((us) => us - (us % unit)).sort((left, right) => left - right);
  const ids = numberReports(times.length, options, random);
  return sorted.map((us, index) =>
    makeReport(ids[index] ?? 0, us, pickBucket(us, options, random), random() < 0.1, options),
  );
}

/** A report with its local day, and what its bucket stands for. */
export function makeReport(
  id: number,
  us: number,
  bucket: number,
  hasPhoto: boolean,
  options: Options,
): Report {
  const { date, hour, weekday } = localParts(us, options.zone);
  const value = headcountOf(id, bucket, options);
  return { id, us, bucket, value, photo: hasPhoto ? photoFile(id) : null, date, hour, weekday };
}

/** The file of a report's photo. */
export function photoFile(id: number): string {
  return `${id}.jpg`;
}

/** Photos of the feed and of an archive before it, oldest first. */
export function generatePhotos(reports: readonly Report[], options: Options, now: number): Photo[] {
  const random = seededRandom(options.seed + 1);
  const first = Math.min(reports[0]?.us ?? now, now - 61 * DAY);
  const archive =
    options.count === 0 ? [] : Array.from({ length: 12 }, (_, index) => first - (12 - index) * DAY);
  const times = [...archive, ...reports.filter(({ photo }) => photo !== null).map(({ us }) => us)];
  return times.map((us, index) => {
    const id = 500 + index;
    const likes = Math.floor(random() * 9);
    return {
      id: options.photoIds === 'own' ? id : (id % 5) + 1,
      file: photoFile(id),
      thumbnail: `${id}_small.jpg`,
      caption: index % 5 === 0 ? '' : `Line no. ${index}`,
      createdAt: us + options.photoDelay * MINUTE,
      expiresAt: us + 365 * DAY,
      likes,
      isLiked: likes % 3 === 1,
    };
  });
}

function pickSecond(date: string, options: Options, timetable: Timetable, random: () => number): number {
  const shifts = shiftsOf(date, timetable);
  const shift = shifts[Math.floor(random() * shifts.length)];
  if (shift !== undefined && random() < options.whileOpen)
    return Math.floor((shift[0] + random() * (Math.min(shift[1], 1440) - shift[0])) * 60);
  if (random() < 0.5)
    return random() < 0.5 ? Math.floor(random() * 1500) : 86_400 - 1 - Math.floor(random() * 1500);
  return 21_600 + Math.floor(random() * 64_800);
}

function isSilent(date: string, options: Options): boolean {
  return options.days >= 20 && seededRandom(Number(date.replaceAll('-', '')))() < options.silentDays;
}

function fraction(options: Options, random: () => number): number {
  const micros = Math.floor(random() * 1_000_000);
  if (options.fractions === 'none' || (options.fractions === 'mixed' && random() < 0.5)) return 0;
  return options.fractions === 'milli' ? Math.max(1, Math.floor(micros / 1000)) * 1000 : Math.max(1, micros);
}

function pickBucket(us: number, options: Options, random: () => number): number {
  const { minute } = localParts(us, options.zone);
  const rush = Math.max(0, 1 - Math.abs(minute - 750) / 240) + Math.max(0, 1 - Math.abs(minute - 1120) / 200);
  return Math.max(0, Math.min(5, Math.round(rush * 4 + random() * 2.4 - 0.7)));
}

function numberReports(count: number, options: Options, random: () => number): number[] {
  const ids: number[] = [];
  let id = 100;
  for (let index = 0; index < count; index += 1) {
    id += 1 + Math.floor(random() * 3);
    ids.push(id);
  }
  if (options.ids === 'descending') return ids.reverse();
  if (options.ids === 'shuffled') {
    for (let index = ids.length - 1; index > 0; index -= 1) {
      const other = Math.floor(random() * (index + 1));
      const kept = ids[index] as number;
      ids[index] = ids[other] as number;
      ids[other] = kept;
    }
  }
  return ids;
}
