import type { Form } from '../contract/contract.ts';
import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { HttpResponse } from '../requests/exchange.ts';
import type { ChartResponse, ExportResponse, FeedPage, PatternsResponse } from './responses.ts';

/** A place where the two forms differ, and the form that the deployment shows there. */
export interface FormSignal {
  readonly place: string;
  readonly form: Form;
  readonly exchange: number;
}

interface Seen {
  readonly evidence: Evidence;
  readonly charts: readonly ChartResponse[];
  readonly patterns: readonly PatternsResponse[];
  readonly pages: readonly FeedPage[];
  readonly exports: readonly ExportResponse[];
}

/** Checks every place where the forms differ, once each. */
export function formSignals({ evidence, charts, patterns, pages, exports }: Seen): readonly FormSignal[] {
  const signals: FormSignal[] = [];
  const signal = (place: string, second: boolean, exchange: number) =>
    signals.push({ place, form: second ? 2 : 1, exchange });
  const chart = charts[0];
  if (isObject(chart?.body))
    signal('open_window in the chart', 'open_window' in chart.body, chart.exchange.number);
  const pattern = patterns[0];
  if (isObject(pattern?.body))
    signal('open_hours in patterns', 'open_hours' in pattern.body, pattern.exchange.number);
  const page = pages.find((one) => one.length > 0);
  const items = arrayIn(page?.body, 'results').filter(isObject);
  if (page !== undefined && items.length > 0) {
    const withPhoto = items.filter((item) => 'photo_url' in item).length;
    signal('photo_url in the feed', withPhoto * 2 < items.length, page.exchange.number);
  }
  const csv = exports[0];
  if (csv?.header.includes('timestamp'))
    signal('has_photo in the export', !csv.header.includes('has_photo'), csv.exchange.number);
  const highlight = evidence.exchanges.find(
    ({ endpoint, credential, response }) =>
      endpoint === 'highlights' && credential === 'key' && response !== undefined,
  );
  if (highlight?.response !== undefined && showsHighlights(highlight.response))
    signal('the highlights endpoint', true, highlight.number);
  if (highlight?.response?.status === 404) signal('the highlights endpoint', false, highlight.number);
  return signals;
}

/** Checks whether a response of the path of highlights is one of Form 2, and not a page for any path. */
export function showsHighlights({ status, body }: HttpResponse): boolean {
  const content = status === 200 ? parseJson(body) : undefined;
  return isObject(content) && 'highlights' in content;
}

/** The form that most places show; undefined if there are none, or a tie. */
export function formOf(signals: readonly FormSignal[]): Form | undefined {
  const second = signals.filter(({ form }) => form === 2).length;
  if (second * 2 === signals.length) return undefined;
  return second * 2 > signals.length ? 2 : 1;
}
