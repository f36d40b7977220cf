import { parseUrl } from '../address.ts';
import type { Form, Report, ReportPage } from '../deployment/responses.ts';
import { element, tableHead } from '../element.ts';
import { ageText, clock, dayName, HOUR, type VenueTime, venueTimeOf } from '../local-time.ts';

/** Where a page of the feed is, relative to the page that is shown. */
export type Direction = 'older' | 'newer';

/** The parameters of another page. */
export interface PageQuery {
  readonly cursor: string;
  readonly limit?: number;
}

type GoTo = (query: PageQuery, direction: Direction) => void;

/** A page of the feed; the buttons call `goTo` with the parameters of another page. */
export function reportsView(
  page: ReportPage,
  about: { readonly form: Form; readonly now: VenueTime; readonly goTo: GoTo },
): HTMLElement {
  const { form, now, goTo } = about;
  if (page.results.length === 0) return element('p', { class: 'empty' }, 'No reports yet.');
  const hasPhotos = page.results.some((report) => photoOf(report) !== null);
  return element(
    'div',
    element(
      'table',
      { class: 'feed' },
      element('caption', { class: 'visually-hidden' }, 'Reports, newest first'),
      tableHead(['When', 'People', ...(hasPhotos ? ['Photo'] : [])]),
      element('tbody', ...page.results.map((report) => row(report, form, now, hasPhotos))),
    ),
    form === 1
      ? null
      : element(
          'p',
          { class: 'muted' },
          '≈ is the middle of what one person reported; the estimate weighs all.',
        ),
    element(
      'p',
      { class: 'buttons' },
      pageButton('newer', page.previous, goTo),
      pageButton('older', page.next, goTo),
    ),
  );
}

/**
 * The parameters of the page that a link points to. Takes only the cursor and the page size, so that the key is never sent
 * to another host.
 */
export function pageQueryOf(link: string): PageQuery | null {
  const search = parseUrl(link, 'http://page.invalid')?.searchParams;
  const cursor = search?.get('cursor') ?? '';
  const limit = Number(search?.get('limit') ?? '');
  if (cursor === '') return null;
  return Number.isInteger(limit) && limit > 0 ? { cursor, limit } : { cursor };
}

function row(report: Report, form: Form, now: VenueTime, hasPhotos: boolean): HTMLElement {
  const time = venueTimeOf(report.created_at);
  const when = report.created_at === '' ? 'unknown time' : `${dayName(time.wall)}, ${clock(time.wall)}`;
  return element(
    'tr',
    element(
      'th',
      { scope: 'row' },
      element('time', { datetime: report.created_at }, when),
      now.at - time.at < 6 * HOUR && time.at <= now.at
        ? element('span', { class: 'muted' }, ` ${ageText(time, now)}`)
        : null,
    ),
    element('td', form === 1 || report.bucket === '0' ? report.bucket : `≈ ${report.bucket}`),
    hasPhotos ? element('td', photoLink(photoOf(report), when)) : null,
  );
}

function photoLink(photo: string | null, when: string): HTMLElement | null {
  if (photo === null) return null;
  const alt = `Photo with the report of ${when}`;
  return element(
    'a',
    { href: photo, rel: 'noreferrer noopener', target: '_blank' },
    element('img', { src: photo, alt, loading: 'lazy', width: 64, height: 48 }),
  );
}

/** The photo of a report in Form 1, if it has a web address. */
function photoOf(report: Report): string | null {
  const url = 'photo_url' in report ? report.photo_url : null;
  return url !== null && /^https?:\/\//.test(url) ? url : null;
}

function pageButton(direction: Direction, link: string | null, goTo: GoTo): HTMLElement | null {
  const query = link === null ? null : pageQueryOf(link);
  if (query === null) return null;
  const name = direction === 'newer' ? 'Newer' : 'Older';
  const button = element('button', { type: 'button', 'data-direction': direction }, name);
  button.addEventListener('click', () => goTo(query, direction));
  return button;
}
