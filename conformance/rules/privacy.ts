import { isObject } from '../contract/json.ts';
import { isCsv } from '../contract/operations.ts';
import type { ParsedResponse } from '../facts/responses.ts';
import type { Exchange } from '../requests/exchange.ts';
import { check, type Ledger, type Rule } from './rule.ts';

const coordinateName =
  /^(lat|lats|latitude|lng|lon|long|longitude|coord|coords|coordinates?|location|position|geo.*|gps.*|.*_(lat|lng|lon|latitude|longitude|coordinates|location|position)|(lat|latitude|lng|lon|longitude)_.*|latlng|lat_?long?|latlon|point|geometry|where)$/i;
const personName =
  /^(e?_?mails?|.*_?email|user.*|.*_user|reporter.*|author.*|owner.*|account.*|first_?name|last_?name|full_?name|display_?name|name|nick_?name|phone.*|ip|ip_?addr.*|.*_ip|remote_addr|device.*|user_?agent|session.*|submitted_by|created_by|reported_by|student.*)$/i;
/** What follows the at sign of an email address. */
const domainText = /[\w-]+\.[\w.-]*[a-z]{2,}/iy;
const pairText = /-?\d{1,3}\.\d{3,}\s*[,;]\s*-?\d{1,3}\.\d{3,}/;

type CoordinateRequirement = 'privacy.coordinates-feed' | 'privacy.coordinates-export';

/** No names or values reveal where or by whom a report was made. */
export const privacy: Rule = {
  name: 'privacy',
  judge: (facts, ledger) => {
    for (const [endpoint, responses] of facts.responsesByEndpoint)
      if (!isCsv(endpoint)) for (const parsed of responses) judgeJson(parsed, ledger);
    for (const response of facts.exports) {
      const { exchange, header, cells } = response;
      for (const name of header) judgeName(exchange, name, 'privacy.coordinates-export', true, ledger);
      const known = new Set(['timestamp', 'bucket', 'has_photo']);
      for (const row of cells) {
        for (const [at, cell] of row.cells.entries()) {
          judgeText(exchange, () => `line ${row.line}`, cell, false, 'privacy.coordinates-export', ledger);
          if (!known.has(header[at] ?? '') && looksLikeCoordinate(Number(cell), cell))
            breachValue(exchange, `line ${row.line}`, cell, 'privacy.coordinates-export', ledger);
        }
      }
      if (header.length > 0) ledger.pass('privacy.coordinates-export');
    }
    for (const exchange of facts.evidence.exchanges) judgeHeaders(exchange, ledger);
  },
};

function judgeJson({ exchange, body }: ParsedResponse, ledger: Ledger): void {
  const ofReports = exchange.endpoint === 'reports';
  let members = 0;
  // Paths are made for breaches only: a deployment chooses how long its names are
  const path: (string | number)[] = [];
  const where = () => path.map((part) => `/${part}`).join('');
  const enter = (part: string | number, value: unknown): void => {
    path.push(part);
    visit(value, part === 'message' || part === 'caption');
    path.pop();
  };
  const visit = (node: unknown, isFree: boolean): void => {
    if (typeof node === 'string')
      judgeText(exchange, where, node, isFree, 'privacy.coordinates-feed', ledger);
    if (Array.isArray(node)) {
      const pair =
        node.length === 2 &&
        node.every((one) => typeof one === 'number' && looksLikeCoordinate(one, String(one)));
      if (pair) breachValue(exchange, where(), JSON.stringify(node), 'privacy.coordinates-feed', ledger);
      for (const [at, item] of node.entries()) enter(at, item);
    }
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      members += 1;
      const inReport = ofReports && String(path[0]).startsWith('results');
      judgeName(exchange, name, 'privacy.coordinates-feed', inReport, ledger);
      if (inReport && typeof value === 'number' && name !== 'id' && looksLikeCoordinate(value, String(value)))
        breachValue(exchange, `${where()}/${name}`, String(value), 'privacy.coordinates-feed', ledger);
      enter(name, value);
    }
  };
  visit(body, false);
  if (members === 0) return;
  ledger.pass('privacy.coordinates-feed');
  if (ofReports) ledger.pass('privacy.anonymous');
}

function judgeName(
  exchange: Exchange,
  name: string,
  coordinates: CoordinateRequirement,
  ofReport: boolean,
  ledger: Ledger,
): void {
  if (coordinateName.test(name)) {
    ledger.fail(coordinates, {
      message: `${exchange.endpoint} has a member that reveals a place`,
      expected: 'no coordinates',
      seen: name,
      exchange,
    });
  }
  // Outside reports, a name may be the venue's; personal data are forbidden everywhere
  const personal = ofReport
    ? personName.test(name)
    : /e_?mail|phone|ip_?addr|user_?agent|user_?name|user_?id/i.test(name);
  if (personal)
    ledger.fail('privacy.anonymous', {
      message: `${exchange.endpoint} has a member that identifies a person`,
      expected: 'anonymous reports',
      seen: name,
      exchange,
    });
}

/**
 * Whether a text contains an email address. Looks at each at sign and what is beside it: a search for the whole pattern takes
 * the square of the text's length.
 */
export function hasEmail(text: string): boolean {
  for (let at = text.indexOf('@', 1); at !== -1; at = text.indexOf('@', at + 1)) {
    domainText.lastIndex = at + 1;
    if (/[\w.+-]/.test(text.charAt(at - 1)) && domainText.test(text)) return true;
  }
  return false;
}

function judgeText(
  exchange: Exchange,
  where: () => string,
  text: string,
  isFree: boolean,
  coordinates: CoordinateRequirement,
  ledger: Ledger,
): void {
  // Operators may show their own address in messages and captions
  if (!isFree && !/^https?:/.test(text) && hasEmail(text)) {
    ledger.fail('privacy.anonymous', {
      message: `${exchange.endpoint} ${where()} contains an email address`,
      expected: 'anonymous reports',
      seen: text.slice(0, 80),
      exchange,
    });
  }
  if (pairText.test(text) && !/^https?:/.test(text))
    breachValue(exchange, where(), text.slice(0, 80), coordinates, ledger);
}

function breachValue(
  exchange: Exchange,
  where: string,
  seen: string,
  id: CoordinateRequirement,
  ledger: Ledger,
): void {
  ledger.fail(id, {
    message: `${exchange.endpoint} ${where} looks like coordinates`,
    expected: 'no coordinates',
    seen,
    exchange,
  });
}

/** Degrees with four decimals or more; nothing else in a report is that precise. */
function looksLikeCoordinate(value: number, text: string): boolean {
  return Math.abs(value) <= 180 && /\.\d{4,}$/.test(text);
}

function judgeHeaders(exchange: Exchange, ledger: Ledger): void {
  const { response } = exchange;
  if (response === undefined || response.status !== 200) return;
  for (const [name, value] of Object.entries(response.headers)) {
    const bare = name.replace(/^x-/, '').replaceAll('-', '_');
    const coordinate = coordinateName.test(bare) && bare !== 'location' && bare !== 'position';
    if (coordinate || pairText.test(value)) {
      check(
        ledger,
        isCsv(exchange.endpoint) ? 'privacy.coordinates-export' : 'privacy.coordinates-feed',
        false,
        () => ({
          message: `a header of ${exchange.endpoint} reveals a place`,
          expected: 'no coordinates',
          seen: `${name}: ${value}`,
          exchange,
        }),
      );
    }
  }
}
