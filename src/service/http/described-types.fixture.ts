/**
 * The plain types of the description's tables as JSON schemas, written independently of the documents: null only where a table
 * allows it, and no members besides those in the table.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const boolean = { type: 'boolean' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const string = { type: 'string' };
const timestamp = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{6})?[+-]\\d\\d:\\d\\d$',
};
const clock = { type: 'string', pattern: '^(1[0-2]|[1-9]):[0-5]\\d[ap]m$' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const status = object({
  has_estimate: boolean,
  message: orNull(string),
  estimate_display: { type: 'string', pattern: '^\\d+-\\d+$' },
  estimate_value: number,
  report_count: integer,
  last_updated: timestamp,
  hours: object({
    is_open: boolean,
    closing_soon: boolean,
    minutes_until_close: integer,
    closes_at: clock,
    opens_at: orNull(clock),
  }),
});

const chart = {
  scatter: list(object({ t: timestamp, value: number })),
  line: list(object({ t: timestamp, value: orNull(number) })),
};
const span = { start: timestamp, end: timestamp };
const openWindow = orNull(object({ ...span, closed: list(object(span)) }));

const patterns = {
  by_hour: list(object({ hour: integer, value: orNull(number), report_count: integer })),
  by_weekday: list(object({ weekday: integer, label: string, value: number, report_count: integer })),
};

const page = (report: object) =>
  object({ next: orNull(string), previous: orNull(string), results: list(object(report)) });
const six = { enum: ['0', '1-5', '6-10', '11-20', '20-30', '30+'] };
const numeric = { type: 'string', pattern: '^\\d+$' };

const highlights = object({
  highlights: list(
    object({
      date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
      photo: object({
        id: integer,
        image_url: string,
        thumbnail_url: string,
        caption: string,
        created_at: timestamp,
        expires_at: timestamp,
        like_count: integer,
        liked: boolean,
      }),
    }),
  ),
});

const SCHEMAS: Readonly<Record<1 | 2, Readonly<Record<string, object>>>> = {
  1: {
    getStatus: status,
    getChart: object(chart),
    getPatterns: object(patterns),
    listReports: page({ id: integer, bucket: six, created_at: timestamp, photo_url: orNull(string) }),
    exportReports: list(object({ timestamp, bucket: six, has_photo: { enum: ['True', 'False'] } })),
  },
  2: {
    getStatus: status,
    getChart: object({ ...chart, open_window: openWindow }),
    getPatterns: object({ ...patterns, open_hours: object({ first: integer, last: integer }) }),
    listReports: page({ id: integer, bucket: numeric, created_at: timestamp }),
    exportReports: list(object({ timestamp, bucket: numeric })),
    getHighlights: highlights,
  },
};

const ajv = new Ajv2020({ allErrors: true });
const compiled = new Map<object, ValidateFunction>();

/** How an operation's response differs from the description's tables; a CSV text is passed as its rows. */
export function describedErrors(form: 1 | 2, operationId: string, value: unknown): readonly string[] {
  const schema = SCHEMAS[form][operationId];
  if (schema === undefined) return [`Form ${form} has no ${operationId}`];
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
