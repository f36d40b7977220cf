import type { JsonObject } from './json.ts';

/** A place where the documents, which describe this project's own service, are narrower than the description of the API. */
export interface Allowance {
  /** JSON pointer to the schema that is replaced. */
  readonly at: string;
  readonly form?: 1 | 2;
  readonly schema: JsonObject;
  /** The sentence of the description, and what it leaves open. */
  readonly because: string;
}

const number = String.raw`(\d+(\.\d*)?|\.\d+)`;
/** No pattern knows which texts are URLs; an empty one links to nothing, and none has spaces. */
const url = { type: 'string', pattern: '^[^\\s<>"{}|\\\\^`]+$' };
const anyName = {};

/**
 * The schemas that the gate uses in place of the documents', so that it fails nothing that the description allows. The rule of
 * schemas parses every timestamp.
 */
export const allowances: readonly Allowance[] = [
  {
    at: '/components/schemas/Timestamp',
    schema: { type: 'string' },
    because: 'Resources and their fields 1.1 asks for ISO 8601 with an offset, which has many notations.',
  },
  {
    at: '/components/schemas/StatusWithoutEstimate/properties/last_updated',
    schema: { type: ['string', 'null'] },
    because: 'as for every timestamp.',
  },
  {
    at: '/components/schemas/Bucket',
    form: 2,
    schema: { type: 'string', pattern: `^[+-]?${number}(-${number})?$` },
    because: 'Buckets 2.1 calls labels numeric-only strings, without a list of them.',
  },
  {
    at: '/components/schemas/StatusWithEstimate/properties/estimate_display',
    schema: { type: 'string', pattern: `^${number}-${number}$` },
    because: 'Current estimate (status) 3 does not say that low and high are whole numbers.',
  },
  {
    at: '/components/schemas/Patterns/properties/by_weekday/items/properties/value',
    schema: { type: 'number' },
    because:
      'Patterns 8 asks for a number, and leaves open which one a weekday without reports has, such as -1.',
  },
  {
    at: '/components/schemas/Report/properties/photo_url',
    form: 1,
    schema: { ...url, type: ['string', 'null'] },
    because: 'Report (feed item) 4 does not ask for a full URL.',
  },
  {
    at: '/components/schemas/ReportPage/properties/previous',
    schema: { ...url, type: ['string', 'null'] },
    because: 'Report (feed item) 5 says URL; only next must be a full one (Behavior rules 2).',
  },
  {
    at: '/components/schemas/Photo/properties/image_url',
    form: 2,
    schema: url,
    because: 'Highlight (Form 2) 4 says URL; a relative one is on the host of the API.',
  },
  {
    at: '/components/schemas/Photo/properties/thumbnail_url',
    form: 2,
    schema: url,
    because: 'Highlight (Form 2) 5 says URL; a relative one is on the host of the API.',
  },
  {
    at: '/components/schemas/NoCoordinates',
    form: 1,
    schema: anyName,
    because: 'Behavior rules 3 forbids coordinates, not names; the rule of privacy looks for them.',
  },
  {
    at: '/components/schemas/NoCoordinates',
    form: 2,
    schema: { not: { pattern: '^(photo_url|has_photo)$' } },
    because: 'as in Form 1; photo information is forbidden by Report (feed item) 4.',
  },
  {
    at: '/components/schemas/NoCoordinatesOnPhotos',
    form: 2,
    schema: anyName,
    because: 'What the service does 5 speaks of reports in feed and export.',
  },
];
