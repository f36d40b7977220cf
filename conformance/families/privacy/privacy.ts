import { isObject } from '../../contract/json.ts';
import { isCsv } from '../../contract/operations.ts';
import type { ExportResponse, ParsedResponse } from '../../facts/responses.ts';
import type { Exchange } from '../../requests/exchange.ts';
import type { Ledger, Rule } from '../rule.ts';
import {
  hasPair,
  isCoordinate,
  isPrecise,
  looksLikePair,
  type Meaning,
  meaningOf,
  plainName,
} from './coordinates.ts';

/** Names of members that identify who made a report. */
const personName =
  /^(e_?mail|.*_e?mail|user|user_?id|user_?name|reporter(_.*)?|author(_.*)?|submitter(_.*)?|(submitted|created|reported)_by|student(_id|_name)?|account_id|(first|last|full|nick)_?name|phone(_.*)?|ip|ip_?addr(ess)?|.*_ip|remote_addr|device_id|user_agent|session_id)$/;
/** Names that end like this say what kind of person made a report, or how many did, and not who. */
const impersonalName = /_(role|type|kind|count)$/;
/** Values that stand for a person who is not named. */
const nobody = /^(anon|anonymous|nobody|guest|hidden|none|unknown)?$/i;
/** The part of an email address after the at sign. */
const domainText = /[\w-]+\.[\w.-]*[a-z]{2,}/iy;

type CoordinateRequirement = 'privacy.coordinates-feed' | 'privacy.coordinates-export';

/** Individual reports reveal neither where nor by whom they were made. Elsewhere, coordinates and addresses may be the venue's. */
export const privacy: Rule = {
  name: 'privacy',
  judge: (facts, ledger) => {
    const names: Names = new Map();
    for (const [endpoint, responses] of facts.responsesByEndpoint)
      if (!isCsv(endpoint)) for (const parsed of responses) judgeJson(parsed, names, ledger);
    for (const response of facts.exports) judgeExport(response, names, ledger);
  },
};

/** The meaning of a member's or column's name. */
interface Name {
  readonly meaning: Meaning;
  readonly isPersonal: boolean;
}

/** The same names come with every report, so each is read once. */
type Names = Map<string, Name>;

function nameOf(text: string, names: Names): Name {
  const known = names.get(text);
  if (known !== undefined) return known;
  const plain = plainName(text);
  const name = {
    meaning: meaningOf(plain),
    isPersonal: personName.test(plain) && !impersonalName.test(plain),
  };
  names.set(text, name);
  return name;
}

/** Lists whose items are individual reports. */
const ofReports = new Set(['results', 'scatter', 'reports']);

function judgeJson({ exchange, body }: ParsedResponse, names: Names, ledger: Ledger): void {
  let members = 0;
  // Paths are made for breaches only: a deployment chooses how long its names are
  const path: (string | number)[] = [];
  const place: Place = { exchange, where: () => path.map((part) => `/${part}`).join(''), ledger };
  const visit = (node: unknown, inReport: boolean): void => {
    if (typeof node === 'string') {
      if (inReport) judgeText(place, node);
      return;
    }
    if (inReport && looksLikePair(node))
      report(place, 'looks like coordinates', JSON.stringify(node), 'warn');
    const entries = Array.isArray(node) ? node.entries() : isObject(node) ? Object.entries(node) : [];
    for (const [part, value] of entries) {
      members += 1;
      path.push(part);
      if (inReport && typeof part === 'string') judgeMember(place, part, nameOf(part, names), value);
      visit(value, inReport || (typeof part === 'number' && ofReports.has(String(path.at(-2)))));
      path.pop();
    }
  };
  visit(body, false);
  if (members === 0) return;
  ledger.pass('privacy.coordinates-feed');
  if (exchange.endpoint === 'reports') ledger.pass('privacy.anonymous');
}

interface Place {
  readonly exchange: Exchange;
  readonly where: () => string;
  readonly ledger: Ledger;
}

function judgeMember(place: Place, text: string, name: Name, value: unknown): void {
  if (isCoordinate(name.meaning, value)) report(place, 'has coordinates', JSON.stringify(value));
  if (name.isPersonal && !isNobody(value)) identify(place, 'has a member that identifies a person', text);
}

function isNobody(value: unknown): boolean {
  return (
    value === null || typeof value === 'boolean' || (typeof value === 'string' && nobody.test(value.trim()))
  );
}

function judgeText(place: Place, text: string): void {
  if (hasPair(text) || hasPlaceInQuery(text)) report(place, 'looks like coordinates', text);
  if (!/^https?:/.test(text) && hasEmail(text)) identify(place, 'contains an email address', text);
}

/** Checks whether an address, as of a photo, names a place in its query. */
function hasPlaceInQuery(text: string): boolean {
  const query = /^https?:/.test(text) ? URL.parse(text)?.searchParams : undefined;
  return [...(query ?? [])].some(
    ([name, value]) => /^(lat|latitude|lng|lon|longitude)$/i.test(name) && /^-?\d{1,3}(\.\d+)?$/.test(value),
  );
}

function report(
  { exchange, where, ledger }: Place,
  what: string,
  seen: string,
  outcome: 'fail' | 'warn' = 'fail',
): void {
  const id: CoordinateRequirement = isCsv(exchange.endpoint)
    ? 'privacy.coordinates-export'
    : 'privacy.coordinates-feed';
  ledger[outcome](id, {
    message: `${exchange.endpoint} ${where()} ${what}`,
    expected: 'no coordinates',
    seen,
    exchange,
  });
}

function identify({ exchange, where, ledger }: Place, what: string, seen: string): void {
  ledger.fail('privacy.anonymous', {
    message: `${exchange.endpoint} ${where()} ${what}`,
    expected: 'anonymous reports',
    seen,
    exchange,
  });
}

function judgeExport({ exchange, header, cells }: ExportResponse, names: Names, ledger: Ledger): void {
  if (header.length === 0) return;
  for (const [at, name] of header.entries()) {
    const place = { exchange, where: () => `column ${name}`, ledger };
    const isPersonal = nameOf(name, names).isPersonal && cells.some((row) => !isNobody(row.cells[at] ?? ''));
    if (isPersonal) identify(place, 'identifies a person', name);
  }
  for (const row of cells) {
    const place = { exchange, where: () => `line ${row.line}`, ledger };
    for (const [at, cell] of row.cells.entries()) {
      judgeText(place, cell);
      if (isCoordinate(nameOf(header[at] ?? '', names).meaning, cell)) report(place, 'has coordinates', cell);
    }
    const isUnnamed = row.cells.length > header.length;
    if (row.cells.filter(isPrecise).length >= 2)
      report(place, 'looks like coordinates', row.cells.join(), isUnnamed ? 'fail' : 'warn');
  }
  ledger.pass('privacy.coordinates-export');
}

/**
 * Checks whether a text contains an email address. Looks at each at sign and what is beside it: a search for the whole pattern takes
 * the square of the text's length.
 */
export function hasEmail(text: string): boolean {
  for (let at = text.indexOf('@', 1); at !== -1; at = text.indexOf('@', at + 1)) {
    domainText.lastIndex = at + 1;
    if (/[\w.+-]/.test(text.charAt(at - 1)) && domainText.test(text)) return true;
  }
  return false;
}
