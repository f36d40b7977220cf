import { isObject } from '../contract/json.ts';
import type { Exchange } from '../evidence/evidence.ts';
import type { Answered } from '../facts/responses.ts';
import { expectThat, type Rule, type Say } from './rule.ts';

const coordinateName =
  /^(lat|lats|latitude|lng|lon|long|longitude|coord|coords|coordinates?|location|position|geo.*|gps.*|.*_(lat|lng|lon|latitude|longitude|coordinates|location|position)|(lat|latitude|lng|lon|longitude)_.*|latlng|lat_?long?|latlon|point|geometry|where)$/i;
const personName =
  /^(e?_?mails?|.*_?email|user.*|.*_user|reporter.*|author.*|owner.*|account.*|first_?name|last_?name|full_?name|display_?name|name|nick_?name|phone.*|ip|ip_?addr.*|.*_ip|remote_addr|device.*|user_?agent|session.*|submitted_by|created_by|reported_by|student.*)$/i;
const emailText = /[\w.+-]+@[\w-]+\.[\w.-]*[a-z]{2,}/i;
const pairText = /-?\d{1,3}\.\d{3,}\s*[,;]\s*-?\d{1,3}\.\d{3,}/;

/** Neither names nor values that tell where or by whom a report was made. */
export const privacy: Rule = {
  name: 'privacy',
  requirements: ['privacy.coordinates-feed', 'privacy.coordinates-export', 'privacy.anonymous'],
  judge: (facts, say) => {
    const json = [...facts.statuses, ...facts.charts, ...facts.patterns, ...facts.pages, ...facts.highlights];
    for (const answered of json) judgeJson(answered, say);
    for (const answer of facts.exports) {
      const { exchange, header, cells } = answer;
      for (const name of header) judgeName(exchange, name, 'privacy.coordinates-export', true, say);
      const known = new Set(['timestamp', 'bucket', 'has_photo']);
      for (const row of cells) {
        for (const [at, cell] of row.cells.entries()) {
          judgeText(exchange, `line ${row.line}`, cell, 'privacy.coordinates-export', say);
          if (!known.has(header[at] ?? '') && looksLikeCoordinate(Number(cell), cell))
            breachValue(exchange, `line ${row.line}`, cell, 'privacy.coordinates-export', say);
        }
      }
      if (header.length > 0) say.holds('privacy.coordinates-export');
    }
    for (const exchange of facts.evidence.exchanges) judgeHeaders(exchange, say);
  },
};

function judgeJson({ exchange, body }: Answered, say: Say): void {
  const ofReports = exchange.endpoint === 'reports';
  let members = 0;
  const visit = (node: unknown, where: string): void => {
    if (typeof node === 'string') judgeText(exchange, where, node, 'privacy.coordinates-feed', say);
    if (Array.isArray(node)) {
      const pair =
        node.length === 2 &&
        node.every((one) => typeof one === 'number' && looksLikeCoordinate(one, String(one)));
      if (pair) breachValue(exchange, where, JSON.stringify(node), 'privacy.coordinates-feed', say);
      for (const [at, item] of node.entries()) visit(item, `${where}/${at}`);
    }
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      members += 1;
      const inReport = ofReports && where.startsWith('/results');
      judgeName(exchange, name, 'privacy.coordinates-feed', inReport, say);
      if (inReport && typeof value === 'number' && name !== 'id' && looksLikeCoordinate(value, String(value)))
        breachValue(exchange, `${where}/${name}`, String(value), 'privacy.coordinates-feed', say);
      visit(value, `${where}/${name}`);
    }
  };
  visit(body, '');
  if (members === 0) return;
  say.holds('privacy.coordinates-feed');
  if (ofReports) say.holds('privacy.anonymous');
}

function judgeName(exchange: Exchange, name: string, coordinates: string, ofReport: boolean, say: Say): void {
  if (coordinateName.test(name)) {
    say.breach(coordinates, {
      message: `${exchange.endpoint} has a member that tells a place`,
      expected: 'no coordinates',
      seen: name,
      exchange,
    });
  }
  // Elsewhere a name may be that of the place; of a person nothing is told anywhere
  const personal = ofReport
    ? personName.test(name)
    : /e_?mail|phone|ip_?addr|user_?agent|user_?name|user_?id/i.test(name);
  if (personal)
    say.breach('privacy.anonymous', {
      message: `${exchange.endpoint} has a member that tells a person`,
      expected: 'anonymous reports',
      seen: name,
      exchange,
    });
}

function judgeText(exchange: Exchange, where: string, text: string, coordinates: string, say: Say): void {
  // Operators may show an address of their own in messages and captions
  const isFree = /\/(message|caption)$/.test(where);
  if (!isFree && emailText.test(text) && !/^https?:/.test(text)) {
    say.breach('privacy.anonymous', {
      message: `${exchange.endpoint} ${where} holds an e-mail address`,
      expected: 'anonymous reports',
      seen: text.slice(0, 80),
      exchange,
    });
  }
  if (pairText.test(text) && !/^https?:/.test(text))
    breachValue(exchange, where, text.slice(0, 80), coordinates, say);
}

function breachValue(exchange: Exchange, where: string, seen: string, id: string, say: Say): void {
  say.breach(id, {
    message: `${exchange.endpoint} ${where} looks like coordinates`,
    expected: 'no coordinates',
    seen,
    exchange,
  });
}

/** Degrees with four digits or more: nothing else in a report is that exact. */
function looksLikeCoordinate(value: number, text: string): boolean {
  return Math.abs(value) <= 180 && /\.\d{4,}$/.test(text);
}

function judgeHeaders(exchange: Exchange, say: Say): void {
  const { answer } = exchange;
  if (answer === undefined || answer.status !== 200) return;
  for (const [name, value] of Object.entries(answer.headers)) {
    const bare = name.replace(/^x-/, '').replaceAll('-', '_');
    const coordinate = coordinateName.test(bare) && bare !== 'location' && bare !== 'position';
    if (coordinate || pairText.test(value)) {
      expectThat(
        say,
        exchange.endpoint === 'export.csv' ? 'privacy.coordinates-export' : 'privacy.coordinates-feed',
        false,
        () => ({
          message: `a header of ${exchange.endpoint} tells a place`,
          expected: 'no coordinates',
          seen: `${name}: ${value}`,
          exchange,
        }),
      );
    }
  }
}
