import { arrayIn, isObject, type JsonObject } from '../../contract/json.ts';
import { addDays, dayNumber, daysBetween } from '../../facts/calendar.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ParsedResponse } from '../../facts/responses.ts';
import { parseTimestamp } from '../../facts/timestamp.ts';
import { counted } from '../../safety/printable.ts';
import { check, type Ledger, type Rule } from '../rule.ts';

interface Highlight {
  readonly date: string;
  readonly photo: JsonObject;
}

interface Page {
  readonly parsed: ParsedResponse;
  /** Undefined without the parameter. */
  readonly days: number | undefined;
  readonly items: readonly Highlight[];
}

/** Days, order, look-back and photos of highlights. */
export const highlights: Rule = {
  name: 'highlights',
  judge: (facts, ledger) => {
    if (facts.form === 1) return;
    const pages = facts.highlights.map(readPage);
    for (const page of pages) {
      judgeOmission(page, ledger);
      judgeOrder(page, ledger);
      judgeWindow(facts, page, ledger);
      for (const item of page.items) judgePhoto(page, item, ledger);
    }
    judgeHost(pages, ledger);
    judgeLookBacks(facts, pages, ledger);
  },
};

function readPage(parsed: ParsedResponse): Page {
  const items = arrayIn(parsed.body, 'highlights').flatMap((item) => {
    if (!isObject(item) || typeof item['date'] !== 'string' || dayNumber(item['date']) === undefined)
      return [];
    return [{ date: item['date'], photo: isObject(item['photo']) ? item['photo'] : {} }];
  });
  const { days } = parsed.exchange.params;
  return { parsed, days: days === undefined ? undefined : Number(days), items };
}

function judgeOmission({ parsed }: Page, ledger: Ledger): void {
  for (const item of arrayIn(parsed.body, 'highlights')) {
    const empty = item === null || (isObject(item) && (item['photo'] === null || !('photo' in item)));
    check(ledger, 'highlights.omitted', !empty, () => ({
      message: 'a day without a photo is sent',
      expected: 'the day omitted',
      seen: JSON.stringify(item),
      exchange: parsed.exchange,
    }));
  }
}

function judgeOrder({ parsed, items }: Page, ledger: Ledger): void {
  const { exchange } = parsed;
  const dates = items.map(({ date }) => date);
  if (dates.length < 2) return;
  const twice = repeatedIn(dates);
  check(ledger, 'highlights.unique', twice === undefined, () => ({
    message: 'a day has two highlights',
    expected: 'one',
    seen: twice ?? '',
    exchange,
  }));
  const at = dates.findIndex((date, index) => index > 0 && date > (dates[index - 1] ?? ''));
  check(ledger, 'highlights.order', at === -1, () => ({
    message: 'highlights are not newest first',
    expected: `a day before ${dates[at - 1]}`,
    seen: dates[at] ?? '',
    exchange,
  }));
}

function repeatedIn(dates: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return dates.find((date) => {
    if (seen.has(date)) return true;
    seen.add(date);
    return false;
  });
}

function judgeWindow(facts: Facts, { parsed, days, items }: Page, ledger: Ledger): void {
  const { todays } = facts.clock;
  const [first, last] = [todays[0], todays.at(-1)];
  const requested = days ?? 7;
  const id = requirementFor(days);
  // More than the maximum may be rejected, capped, or replaced by the default
  const reach = Math.min(requested, 60);
  if (first === undefined || last === undefined)
    return ledger.notApplicable(id, "the service's today is not known");
  const oldest = addDays(first, 1 - reach);
  for (const { date } of items) {
    if (date > last) {
      ledger.fail('highlights.days', {
        message: 'a highlight is in the future',
        expected: `${last} or earlier`,
        seen: date,
        exchange: parsed.exchange,
      });
    } else if (date < oldest) {
      ledger.fail(id, {
        message:
          days === undefined
            ? 'the look-back without days is longer than 7 days'
            : `the look-back of ${counted(days, 'day')} reaches too far`,
        expected: `${oldest} or later`,
        seen: date,
        exchange: parsed.exchange,
      });
    } else ledger.pass(id);
  }
  if (items.length === 0) ledger.notApplicable(id, 'there are no highlights');
}

/** The requirement about a look-back of so many days. */
function requirementFor(days: number | undefined) {
  if (days === undefined) return 'highlights.default-days';
  return days > 60 ? 'highlights.maximum-days' : 'highlights.days';
}

function judgePhoto({ parsed }: Page, { date, photo }: Highlight, ledger: Ledger): void {
  const { exchange } = parsed;
  const created = parseTimestamp(photo['created_at']);
  if (created !== undefined) {
    check(ledger, 'highlights.older', created.date < date, () => ({
      message: `the photo of ${date} is not older than its day`,
      expected: `before ${date}`,
      seen: created.text,
      exchange,
    }));
  }
  for (const name of ['image_url', 'thumbnail_url'] as const) {
    const text = photo[name];
    if (typeof text !== 'string') continue;
    const url = URL.parse(text, exchange.url);
    const breach = { expected: 'http(s)://{photo_host}/…', seen: text, exchange };
    const id = `highlights.photo-${name}` as const;
    if (url === null || !/^https?:$/.test(url.protocol))
      ledger.fail(id, { message: `${name} is not a URL`, ...breach });
    else if (text.startsWith('//')) ledger.warn(id, { message: `${name} names no scheme`, ...breach });
    else if (URL.parse(text) === null) ledger.fail(id, { message: `${name} names no host`, ...breach });
    else ledger.pass(id);
  }
}

function judgeHost(pages: readonly Page[], ledger: Ledger): void {
  const hosts = new Map<string, Page>();
  let count = 0;
  for (const page of pages) {
    for (const { photo } of page.items) {
      for (const text of [photo['image_url'], photo['thumbnail_url']]) {
        const url = typeof text === 'string' ? URL.parse(text) : null;
        if (url === null) continue;
        count += 1;
        if (!hosts.has(url.hostname)) hosts.set(url.hostname, page);
      }
    }
  }
  if (count < 2) return ledger.notApplicable('highlights.photo-host', 'there are no photos');
  const [, second] = [...hosts];
  check(ledger, 'highlights.photo-host', second === undefined, () => ({
    message: 'photos are on several hosts',
    expected: [...hosts.keys()][0] ?? '',
    seen: [...hosts.keys()].join(', '),
    ...(second === undefined ? {} : { exchange: second[1].parsed.exchange }),
  }));
}

/** A shorter look-back shows the first days of a longer one. */
function judgeLookBacks(facts: Facts, pages: readonly Page[], ledger: Ledger): void {
  const today = facts.clock.todays.length === 1 ? facts.clock.todays[0] : undefined;
  const long = pages.find(({ days }) => days === 60) ?? pages.find((page) => isCapped(page, today ?? ''));
  if (today === undefined || long === undefined) return;
  for (const page of pages) {
    const reach = Math.min(page.days ?? 7, 60);
    if (page === long) continue;
    const id = requirementFor(page.days);
    const dates = (items: readonly Highlight[]) =>
      items
        .map(({ date }) => date)
        .filter((date) => date > addDays(today, -reach) && !facts.highlightChanges.confirmed.has(date))
        .sort()
        .join(', ');
    const [expected, seen] = [dates(long.items), dates(page.items)];
    // An oversized look-back may also be replaced by the default
    const asDefault =
      page.days !== undefined && page.days > 60 && page.items.every(({ date }) => date > addDays(today, -7));
    if (asDefault) continue;
    check(ledger, id, expected === seen, () => ({
      message: `the look-back of ${counted(page.days ?? 7, 'day')} does not show the days that 60 days show`,
      expected: expected || 'none',
      seen: seen || 'none',
      exchange: page.parsed.exchange,
    }));
  }
  judgeMaximum(long, today, ledger);
}

/** Checks whether a look-back above the maximum was capped, and neither granted nor replaced by the default. */
function isCapped({ days, items }: Page, today: string): boolean {
  const oldest = items.map(({ date }) => date).sort()[0] ?? today;
  return (days ?? 0) > 60 && oldest <= addDays(today, -7) && oldest > addDays(today, -60);
}

/** Checks whether the longest look-back reaches the maximum. One that ends before may be complete: highlights may have been introduced then. */
function judgeMaximum({ items }: Page, today: string, ledger: Ledger): void {
  if (items.some(({ date }) => daysBetween(date, today) >= 59)) ledger.pass('highlights.maximum-days');
  else ledger.notApplicable('highlights.maximum-days', 'no highlight is 60 days old');
}
