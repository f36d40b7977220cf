import { isObject } from '../../contract/json.ts';

const parts = /(^|_)(lats?|latitudes?|lngs?|lons?|longitudes?|latlng|lat_?long?|geohash|geo_hash)($|_)/;
const places =
  /^(coords?|coordinates?|location|position|point|points|geo|geometry|gps|center|latlng|lat_?long?)$/;
const pairText = /-?\d{1,3}\.\d{3,}\s*[,;]\s*-?\d{1,3}\.\d{3,}/;
/** Two numbers, one of them with decimals: whole ones may be a floor and a room. */
const looseText = /^(?=.*\.\d)\s*-?\d{1,3}(\.\d+)?\s*[,;\s]\s*-?\d{1,3}(\.\d+)?\s*$/;

/** A member's name in lower case with underscores: `userId`, `user-id` and `User ID` are `user_id`. */
export function plainName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-.\s]+/g, '_');
}

/**
 * The meaning of a name, as `plainName` returns it, for a value: `degrees` for a latitude or longitude, even a null one, or the `place` of
 * something, which has coordinates if it is a pair of numbers. Names alone are not enough: `location` may be a hall, and `lng` a language.
 */
export type Meaning = 'degrees' | 'place' | undefined;

export function meaningOf(plain: string): Meaning {
  return parts.test(plain) ? 'degrees' : places.test(plain) ? 'place' : undefined;
}

/** Checks whether a value under a name of that meaning is a coordinate. */
export function isCoordinate(meaning: Meaning, value: unknown): boolean {
  if (meaning === 'degrees') return value === null || isNumeric(value) || isNumbers(value);
  if (meaning !== 'place') return false;
  return isPair(value) || (typeof value === 'string' && looseText.test(value));
}

/** Checks whether a text, which is not a URL, has two numbers in a row that are as precise as coordinates. */
export function hasPair(text: string): boolean {
  return pairText.test(text) && !/^https?:/.test(text);
}

/** Checks whether an object or array has two numbers of four decimals or more, such as an x and a y. Unusual, but no proof. */
export function looksLikePair(value: unknown): boolean {
  const members = isObject(value) ? Object.values(value) : Array.isArray(value) ? value : [];
  return members.filter((one) => typeof one === 'number' && isPrecise(String(one))).length >= 2;
}

/** Degrees with four decimals or more. */
export function isPrecise(text: string): boolean {
  return /^-?\d{1,3}\.\d{4,}$/.test(text) && Math.abs(Number(text)) <= 180;
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d*(\.\d+)?$/.test(value.trim()));
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isNumeric);
}

function isPair(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((one) => typeof one === 'number' && Math.abs(one) <= 180) &&
    value.some((one) => !Number.isInteger(one))
  );
}
