import { addDays, instantOf, localParts } from './local-time.ts';
import type { Options } from './options.ts';
import { shiftsOf, spanAt } from './timetable.ts';

/** A stored report with its local day; `bucket` is an index into the labels, weekday 0 is Monday. */
export type Report = {
  readonly id: number;
  readonly us: number;
  readonly bucket: number;
  readonly photo: boolean;
  readonly date: string;
  readonly hour: number;
  readonly weekday: number;
};
export type Photo = {
  readonly id: number;
  readonly us: number;
  readonly caption: string;
  readonly likes: number;
};

const FORM_1 = ['0', '1-5', '6-10', '11-20', '20-30', '30+'];
const LABELS: Record<Options['labels'], readonly string[]> = {
  digits: ['0', '3', '8', '15', '25', '35'],
  ranges: ['0', '1-5', '6-10', '11-20', '21-30', '31-60'],
  padded: ['0-0', '1-4', '5-9', '10-19', '20-29', '30-99'],
  fine: ['0', '2', '5', '10', '18', '40'],
  large: ['0', '50', '100', '150', '250', '400'],
  decimals: ['0.0', '3.0', '8.0', '15.5', '25.5', '35.0'],
  codes: ['1', '2', '3', '4', '5', '6'],
};

/** What labels that are mere codes stand for. */
const CODED = [0, 3, 8, 15, 25, 35];

/** The label of a bucket in the form. */
export function labelOf(bucket: number, options: Options): string {
  return (options.form === 1 ? FORM_1 : LABELS[options.labels])[bucket] ?? '0';
}

/** The number of people that a bucket counts as; always within the label's bounds. */
export function bucketValue(bucket: number, options: Options): number {
  if (options.form === 2 && options.labels === 'codes') return CODED[bucket] ?? 0;
  const [low, high] = boundsOf(labelOf(bucket, options));
  if (low === high) return low;
  if (options.bucketValue === 'low') return low;
  if (options.bucketValue === 'high') return high;
  const middle = (low + high) / 2;
  return options.bucketValue === 'exact-middle' ? middle : Math.floor(middle);
}

/** The number of people that a report stands for: that of its bucket, unless every tenth report stands for more. */
export function headcountOf({ bucket, id }: Pick<Report, 'bucket' | 'id'>, options: Options): number {
  const usual = bucketValue(bucket, options);
  const isOther = options.otherValues !== 'none' && id % 10 === 0;
  if (isOther && options.otherValues === 'highest') return bucket === 5 ? 60 : usual;
  return isOther && bucket > 0 ? usual + 1 : usual;
}

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
export function generateReports(options: Options, now: number): Report[] {
  const random = seededRandom(options.seed);
  const today = localParts(now, options.zone).date;
  const times: number[] = [];
  const hasRecent =
    options.newestAge !== null ||
    (options.count >= 100 && options.quietDays === 0 && spanAt(now, options) !== undefined);
  const recent = hasRecent ? Math.min(6, options.count) : 0;
  const age = options.newestAge ?? 3;
  const latest = now - (options.newestAge ?? 0) * 60_000_000;
  for (let index = 0; index < recent; index += 1)
    times.push(now - (age + index * 9) * 60_000_000 - 7_000_000);
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
      pickSecond(date, options, random) * 1_000_000 +
      fraction(options, random);
    if (us < latest && localParts(us, options.zone).date <= today) times.push(us);
  }
  const unit = options.notation === 'no-seconds' ? 60_000_000 : 1;
  const sorted = times.map((us) => us - (us % unit)).sort((left, right) => left - right);
  const ids = numberReports(times.length, options, random);
  return sorted.map((us, index) =>
    makeReport(ids[index] ?? 0, us, pickBucket(us, options, random), random() < 0.1, options.zone),
  );
}

/** A report with its local day filled in. */
export function makeReport(id: number, us: number, bucket: number, photo: boolean, zone: string): Report {
  const { date, hour, weekday } = localParts(us, zone);
  return { id, us, bucket, photo, date, hour, weekday };
}

/** Photos of the feed and of an archive before it, oldest first. */
export function generatePhotos(reports: readonly Report[], options: Options, now: number): Photo[] {
  const random = seededRandom(options.seed + 1);
  const first = Math.min(reports[0]?.us ?? now, now - 61 * 86_400_000_000);
  const archive =
    options.count === 0
      ? []
      : Array.from({ length: 12 }, (_, index) => first - (12 - index) * 86_400_000_000);
  const times = [...archive, ...reports.filter((report) => report.photo).map((report) => report.us)];
  return times.map((us, index) => ({
    id: 500 + index,
    us,
    caption: index % 5 === 0 ? '' : `Line no. ${index}`,
    likes: Math.floor(random() * 9),
  }));
}

function boundsOf(label: string): readonly [number, number] {
  if (label === '30+') return [30, 40];
  const [low = 0, high = low] = label.split('-').map(Number);
  return [low, high];
}

function pickSecond(date: string, options: Options, random: () => number): number {
  const shifts = shiftsOf(date, options.hours);
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
