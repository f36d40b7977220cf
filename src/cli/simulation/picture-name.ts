/** The scene that a simulated photo's file name encodes. */
export interface PictureName {
  /** `YYYY-MM-DD`: the day on which the opening started. */
  readonly date: string;
  /** The report's number on that day, from 1. */
  readonly ordinal: number;
  /** The local hour of the photo, 0 to 23. */
  readonly hour: number;
  /** People in the queue. */
  readonly people: number;
}

const NAME = /^\d{4}-\d{2}-\d{2}-\d{4}-(?<hour>[01]\d|2[0-3])h-(?<people>\d{1,3})p\.svg$/;

/** The file name, such as `2026-11-20-0007-12h-18p.svg`: letters, digits, hyphens and one dot. */
export function pictureName({ date, ordinal, hour, people }: PictureName): string {
  return `${date}-${digits(ordinal, 4)}-${digits(hour, 2)}h-${people}p.svg`;
}

/** The hour and headcount of a file name made by `pictureName`; null for any other. */
export function readPictureName(name: string): Pick<PictureName, 'hour' | 'people'> | null {
  const groups = NAME.exec(name)?.groups;
  if (groups === undefined) return null;
  return { hour: Number(groups['hour']), people: Number(groups['people']) };
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
