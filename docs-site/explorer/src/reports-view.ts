import { element } from './element.ts';
import { clock, dayName, type WallTime, wallTimeOf } from './local-time.ts';
import type { Form, Report, ReportPage } from './responses.ts';
import { ageOf } from './status-view.ts';

/** A page of the feed; `turn` is told the parameters of the page to go to. */
export function reportsView(
  page: ReportPage,
  about: {
    readonly form: Form;
    readonly now: WallTime;
    readonly turn: (query: PageQuery, direction: Direction) => void;
  },
): HTMLElement {
  const { form, now, turn } = about;
  if (page.results.length === 0) return element('p', { class: 'empty' }, 'Nobody has reported yet.');
  const hasPhotos = page.results.some((report) => photoOf(report) !== null);
  const columns = ['When', 'People', ...(hasPhotos ? ['Photo'] : [])];
  return element(
    'div',
    {},
    element(
      'table',
      { class: 'feed' },
      element('caption', { class: 'unseen' }, 'Reports, newest first'),
      element(
        'thead',
        {},
        element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name))),
      ),
      element('tbody', {}, ...page.results.map((report) => row(report, form, now, hasPhotos))),
    ),
    element(
      'p',
      { class: 'buttons' },
      pageButton('newer', page.previous, turn),
      pageButton('older', page.next, turn),
    ),
  );
}

/** Which way a page of the feed lies. */
export type Direction = 'older' | 'newer';

/** The parameters of another page. */
export interface PageQuery {
  readonly cursor: string;
  readonly limit?: number;
}

/**
 * What to ask of the deployment for the page that a link leads to. Only the link's cursor and page size are taken: the key never
 * follows a link to wherever it may point.
 */
export function pageQueryOf(link: string): PageQuery | null {
  const search = URL.parse(link, 'http://page.invalid')?.searchParams;
  const cursor = search?.get('cursor') ?? '';
  const limit = Number(search?.get('limit') ?? '');
  if (cursor === '') return null;
  return Number.isInteger(limit) && limit > 0 ? { cursor, limit } : { cursor };
}

function row(report: Report, form: Form, now: WallTime, hasPhotos: boolean): HTMLElement {
  const time = wallTimeOf(report.created_at);
  const photo = photoOf(report);
  const when = `${dayName(time)}, ${clock(time)}`;
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element('time', { datetime: report.created_at }, when),
      now - time < 6 * 3_600_000 && time <= now
        ? element('span', { class: 'muted' }, ` ${ageOf(time, now)}`)
        : null,
    ),
    element('td', {}, form === 1 || report.bucket === '0' ? report.bucket : `≈ ${report.bucket}`),
    hasPhotos
      ? element(
          'td',
          {},
          photo === null
            ? ''
            : element(
                'a',
                { href: photo, rel: 'noreferrer noopener', target: '_blank' },
                element('img', {
                  src: photo,
                  alt: `Photo with the report of ${when}`,
                  loading: 'lazy',
                  width: 64,
                  height: 48,
                }),
              ),
        )
      : null,
  );
}

/** The photo of a report in Form 1, where it lies at a web address. */
function photoOf(report: Report): string | null {
  const url = 'photo_url' in report ? report.photo_url : null;
  return url !== null && /^https?:\/\//.test(url) ? url : null;
}

function pageButton(
  direction: Direction,
  link: string | null,
  turn: (query: PageQuery, direction: Direction) => void,
): HTMLElement | null {
  const query = link === null ? null : pageQueryOf(link);
  if (query === null) return null;
  const name = direction === 'newer' ? 'Newer' : 'Older';
  const button = element('button', { type: 'button', 'data-direction': direction }, name);
  button.addEventListener('click', () => turn(query, direction));
  return button;
}
