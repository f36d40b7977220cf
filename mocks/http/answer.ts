import { chart } from '../answers/chart.ts';
import { readCursor } from '../answers/cursor.ts';
import { exportCsv, exportFileName } from '../answers/export.ts';
import { feed } from '../answers/feed.ts';
import { highlights } from '../answers/highlights.ts';
import { patterns } from '../answers/patterns.ts';
import { Refusal } from '../answers/refusal.ts';
import { status } from '../answers/status.ts';
import type { FormShape } from '../form-shape.ts';
import type { Story, Storyteller } from '../story/story.ts';
import { errorBodies, errorHeaders } from './error-bodies.ts';
import type { Endpoint, Examples, Prism, Question } from './prism.ts';
import { parameterProblem, problem } from './problem.ts';

/** A response of the mock; its body is text, or an object that is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A request to an endpoint, and what it is answered from. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly question: Question;
  readonly story: Story;
  /** Tells other moments: those that a cursor was handed out in. */
  readonly tell: Storyteller;
  readonly shape: FormShape;
  /** What links and pictures begin with. */
  readonly baseUrl: string;
  /** The status that the request wishes for. */
  readonly code: number | null;
}

/** Makes the body that tells the story, and lets Prism decide whether it, or which error, is the answer. */
export async function answer(prism: Prism, asked: Asked): Promise<Answer> {
  const { endpoint, question, story } = asked;
  const examples = { ...errorBodies(endpoint, story), ...examplesFor(asked) };
  const wanted = asked.code ?? (story.scenario.isRefused ? 429 : 200);
  const code = wanted === 200 && !(200 in examples) ? 400 : wanted;
  const given = await prism.ask(question, examples, code);
  if (given.breaches.length > 0) {
    return errorAnswer(
      500,
      problem(500, `The mock breaks the contract: ${given.breaches.join('; ')}`),
      story,
    );
  }
  if (given.status === 400 && given.parameterErrors.length > 0) {
    return errorAnswer(400, parameterProblem(given.parameterErrors), story);
  }
  if (given.status !== 200) return errorAnswer(given.status, given.body, story);
  return { status: 200, headers: successHeaders(asked), body: given.body };
}

/** An answer with a problem document. */
export function errorAnswer(status: number, body: unknown, story: Story | null): Answer {
  const more = story === null ? {} : errorHeaders(status, story);
  return { status, headers: { 'Content-Type': 'application/problem+json', ...more }, body };
}

/** The body of a success, or that of a refusal which the document's schemas do not know. */
function examplesFor(asked: Asked): Examples {
  try {
    refuseUnknown(asked);
    return { 200: bodyOf(asked) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { parameter, message } = error;
    return { 400: parameterProblem([{ parameter, message }]) };
  }
}

function refuseUnknown({ endpoint, question }: Asked): void {
  const { parameters } = endpoint;
  for (const name of new Set(question.query.keys())) {
    if (name.startsWith('__')) continue;
    if (!parameters.includes(name)) {
      const allowed = parameters.length === 0 ? 'none are allowed' : `allowed are ${parameters.join(', ')}`;
      throw new Refusal(name, `this endpoint has no such parameter; ${allowed}.`);
    }
    if (question.query.getAll(name).length > 1) throw new Refusal(name, 'it is given more than once.');
  }
}

function bodyOf(asked: Asked): unknown {
  const { endpoint, question, story, shape, baseUrl } = asked;
  const { query } = question;
  switch (endpoint.operationId) {
    case 'getStatus':
      return status(story);
    case 'getChart':
      return chart(query, story, shape);
    case 'getPatterns':
      return patterns(query, story, shape);
    case 'listReports':
      return page(asked);
    case 'exportReports':
      return exportCsv(query, story, shape);
    case 'getHighlights':
      return highlights(bounded(query, 'days', 7, 60), story, baseUrl);
    default:
      throw new Error(`the mock does not know the operation ${endpoint.operationId}`);
  }
}

function page({ question, story, tell, shape, baseUrl }: Asked): object {
  const { query } = question;
  const limit = bounded(query, 'limit', 8, 200);
  const text = query.get('cursor') ?? '';
  if (text === '') return feed({ story, shape, limit, offset: 0, baseUrl });
  const { scenario, now, offset } = readCursor(text);
  return feed({ story: tell(scenario, now), shape, limit, offset, baseUrl });
}

/** A whole number from 1 on. Prism names the fault of most that are none; an empty one it takes for none. */
function bounded(query: URLSearchParams, name: string, standard: number, most: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  const number = text === '' ? Number.NaN : Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new Refusal(name, `"${text}" is not a whole number from 1 to ${most}; leave it out for ${standard}.`);
}

function successHeaders({ endpoint, question }: Asked): Answer['headers'] {
  if (endpoint.operationId !== 'exportReports') return { 'Content-Type': 'application/json; charset=utf-8' };
  return {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${exportFileName(question.query)}"`,
  };
}
