import type {
  components as Components1,
  paths as Paths1,
} from '../../../src/contract/form-1.types.generated.ts';
import type {
  components as Components2,
  paths as Paths2,
} from '../../../src/contract/form-2.types.generated.ts';

type Schemas1 = Components1['schemas'];
type Schemas2 = Components2['schemas'];

/** A form of the interface. */
export type Form = 1 | 2;

/** The addresses of either form. */
export type Path = keyof Paths1 | keyof Paths2;

type Method<P extends Path> =
  | (P extends keyof Paths1 ? Paths1[P]['get'] : never)
  | (P extends keyof Paths2 ? Paths2[P]['get'] : never);

/** What an address answers with status 200 and JSON, in either form. */
export type AnswerOf<P extends Path> =
  Method<P> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;

/** The parameters of an address. */
export type QueryOf<P extends Path> = NonNullable<
  Method<P> extends { parameters: { query?: infer Query } } ? Query : never
>;

export type Status = Schemas1['Status'] | Schemas2['Status'];
export type Chart = Schemas1['Chart'] | Schemas2['Chart'];
export type Patterns = Schemas1['Patterns'] | Schemas2['Patterns'];
export type Report = Schemas1['Report'] | Schemas2['Report'];
export type ReportPage = Schemas1['ReportPage'] | Schemas2['ReportPage'];
export type OpenWindow = Schemas2['OpenWindow'];
export type Highlights = Schemas2['Highlights'];
export type ProblemBody = Schemas2['Problem'];

/** The form that a deployment serves, told by a chart: only Form 2 has an open window in it, even if it is null. */
export function formOf(chart: Chart): Form {
  return 'open_window' in chart ? 2 : 1;
}

/** When the place can be open on the chart's day; null where the form or the range has no such thing. */
export function openWindowOf(chart: Chart): OpenWindow | null {
  return 'open_window' in chart ? chart.open_window : null;
}

/** Whether an answer of the status address has what the page shows of it. */
export function looksLikeStatus(body: unknown): body is Status {
  return isObject(body) && typeof body['has_estimate'] === 'boolean' && isObject(body['hours']);
}

/** What of each answer is a list of objects; the page draws them. */
const LISTS: { readonly [P in Path]?: readonly (keyof AnswerOf<P> & string)[] } = {
  '/api/v1/chart': ['scatter', 'line'],
  '/api/v1/patterns': ['by_hour', 'by_weekday'],
  '/api/v1/reports': ['results'],
  '/api/v1/highlights': ['highlights'],
};

/** Whether an answer has the lists that the interface gives it at an address. */
export function hasListsOf(path: Path, body: unknown): boolean {
  const lists: readonly string[] = LISTS[path] ?? [];
  return lists.every((name) => isObject(body) && isListOfObjects(body[name]));
}

function isListOfObjects(list: unknown): boolean {
  return Array.isArray(list) && list.every(isObject);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
