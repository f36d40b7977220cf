import { parseJson } from '../contract/json.ts';
import type { Exchange } from '../evidence/evidence.ts';
import { formStep } from '../evidence/evidence.ts';
import type { Facts } from '../facts/facts.ts';
import { isAllowed } from '../facts/responses.ts';
import type { Rule, Say } from './rule.ts';

/** Steps that ask for what the description leaves open: a refusal is as good as an answer. */
const openSteps = new Set([
  'reports-over',
  'highlights-over',
  'chart-since',
  'chart-until',
  'chart-wide',
  'patterns-until',
  'export-until',
  'other-form',
  formStep,
]);

/** Those that ask for more than there can be: some call that not found. */
const beyond = new Set(['reports-over', 'highlights-over']);

/** Status codes, content types and methods. */
export const transport: Rule = {
  name: 'transport',
  requirements: [
    'http.answers',
    'http.no-server-error',
    'http.json',
    'http.read-only',
    'auth.accepted',
    'export.csv',
  ],
  judge: (facts, say) => {
    for (const exchange of facts.evidence.exchanges) {
      if (exchange.answer === undefined) continue;
      judgeServerError(exchange, say);
      if (isAllowed(exchange)) judgeAllowed(facts, exchange, say);
      if (exchange.method !== 'GET') judgeMethod(exchange, say);
    }
    judgeTrace(facts, say);
  },
};

function judgeServerError(exchange: Exchange, say: Say): void {
  const status = exchange.answer?.status ?? 0;
  // 501 and 405 are honest answers to a method that does not exist
  if (status >= 500 && !(status === 501 && exchange.method !== 'GET')) {
    say.breach('http.no-server-error', {
      message: `${exchange.method} ${exchange.endpoint} was answered with ${status}`,
      expected: 'no status of 500 or more',
      seen: String(status),
      exchange,
    });
  } else say.holds('http.no-server-error');
}

function judgeAllowed(facts: Facts, exchange: Exchange, say: Say): void {
  const { answer, endpoint, step } = exchange;
  if (answer === undefined) return;
  const { status } = answer;
  if (endpoint === 'highlights' && facts.form === 1) return;
  if (status === 401 || status === 403) {
    say.breach('auth.accepted', {
      message: `the valid key is refused on ${endpoint}`,
      expected: 'status 200',
      seen: `status ${status}`,
      exchange,
    });
    return;
  }
  say.holds('auth.accepted');
  if (status !== 200) {
    const left = status >= 400 && status < 500 && (status !== 404 || beyond.has(step)) && openSteps.has(step);
    if (left || status >= 500) return;
    say.breach('http.answers', {
      message: `${endpoint} does not answer an allowed request`,
      expected: 'status 200',
      seen: `status ${status}`,
      exchange,
    });
    return;
  }
  say.holds('http.answers');
  const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (endpoint === 'export.csv') {
    const json = parseJson(answer.body);
    const csv =
      type !== 'application/json' &&
      type !== 'text/html' &&
      (typeof json !== 'object' || json === null) &&
      !/^\s*</.test(answer.body);
    if (csv) say.holds('export.csv');
    else
      say.breach('export.csv', {
        message: 'the export is not CSV',
        expected: 'CSV text, in a content type that means CSV or plain text',
        seen: `${type || 'no content type'}: ${answer.body.slice(0, 60)}`,
        exchange,
      });
    return;
  }
  const isJson = type === 'application/json' || type.endsWith('+json');
  const parsed = parseJson(answer.body);
  if (typeof parsed !== 'object' || parsed === null) {
    say.breach('http.json', {
      message: `the body of ${endpoint} is not a JSON object`,
      expected: 'a JSON object',
      seen: answer.body.slice(0, 120) || 'an empty body',
      exchange,
    });
  } else if (!isJson) {
    say.breach('http.json', {
      message: `${endpoint} does not call its body JSON`,
      expected: 'content type application/json',
      seen: type || 'no content type',
      exchange,
    });
  } else say.holds('http.json');
}

function judgeMethod(exchange: Exchange, say: Say): void {
  const status = exchange.answer?.status ?? 0;
  if (status >= 200 && status < 300) {
    say.breach('http.read-only', {
      message: `${exchange.method} ${exchange.endpoint} is accepted`,
      expected: 'a refusal such as 405',
      seen: `status ${status}`,
      exchange,
    });
  } else say.holds('http.read-only');
}

/** Whatever another method was answered, it must not have left a report behind. */
function judgeTrace(facts: Facts, say: Say): void {
  const posted = facts.evidence.exchanges.find(
    ({ method, endpoint }) => method === 'POST' && endpoint === 'reports',
  );
  if (posted === undefined) return;
  const known = new Set(
    facts.pages
      .filter(({ exchange }) => exchange.number < posted.number)
      .flatMap(({ reports }) => reports.map(({ id }) => id)),
  );
  const after = facts.pages
    .filter(({ exchange }) => exchange.number > posted.number)
    .flatMap(({ reports }) => reports);
  const fresh = after.filter(({ id, t }) => !known.has(id) && facts.settled(t) && facts.covered(t.date));
  if (known.size === 0 || fresh.length === 0) return;
  const [report] = fresh;
  if (!facts.arrivals)
    say.odd('http.read-only', {
      message: 'a report that was not there before shows after the POST',
      seen: `id ${report?.id}`,
      exchange: posted,
    });
}
