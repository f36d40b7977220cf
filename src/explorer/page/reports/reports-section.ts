import type { ReportPage } from '../deployment/responses.ts';
import { byId, element, tableHead } from '../element.ts';
import { ageText, clock, dayName, HOUR, type VenueTime, venueTimeOf } from '../local-time.ts';
import { type PageContext, SectionBody } from '../section-body.ts';

type Report = ReportPage['results'][number];

/** Where a page of the feed is, relative to the page that is shown. */
type Direction = 'older' | 'newer';

/** The parameters of another page. */
interface PageQuery {
  readonly cursor: string;
  readonly limit: number;
}

/** The feed of reports, one page at a time. */
export class ReportsSection {
  readonly #context: PageContext;
  readonly #host = byId('reports-body');
  readonly #body: SectionBody;
  /** The page that is shown or loading; null for the first page, which follows new reports. */
  #page: PageQuery | null = null;

  constructor(context: PageContext) {
    this.#context = context;
    this.#body = new SectionBody(this.#host, context);
  }

  /** Shows the first page. */
  async show(): Promise<void> {
    await this.#load(null);
  }

  /** Reloads the first page after new reports; leaves an older page as it is. */
  async refresh(hasNewReports: boolean): Promise<void> {
    if (this.#body.needsRetry || (hasNewReports && this.#page === null)) await this.#load(this.#page);
  }

  async #load(page: PageQuery | null, direction: Direction = 'older'): Promise<void> {
    const { api, venue, attempt } = this.#context;
    const shown = this.#page;
    // Before the response, so that a refresh in the meantime does not drop this request.
    this.#page = page;
    await this.#body.load(async (isCurrent) => {
      const body = await api.get('/api/v1/reports', page ?? {}).catch((error: unknown) => {
        if (isCurrent()) this.#page = shown;
        throw error;
      });
      if (!isCurrent()) return;
      const hadFocus = this.#host.querySelector('button:focus') !== null;
      this.#host.replaceChildren(
        reportsView(body, venue.now, (query, direction) => attempt(() => this.#load(query, direction))),
      );
      if (hadFocus) this.#focus(direction);
      // Back on the first page, the section follows new reports again.
      if (body.previous === null) this.#page = null;
    });
  }

  /** Focuses the button for the same direction, or the other one at the end of the feed. */
  #focus(direction: Direction): void {
    const buttons = [...this.#host.querySelectorAll('button')];
    (buttons.find(({ dataset }) => dataset['direction'] === direction) ?? buttons[0])?.focus();
  }
}

type GoTo = (query: PageQuery, direction: Direction) => void;

/** A page of the feed; the buttons call `goTo` with the parameters of another page. */
function reportsView({ results, previous, next }: ReportPage, now: VenueTime, goTo: GoTo): HTMLElement {
  if (results.length === 0) return element('p.empty', 'No reports yet.');
  const hasPhotos = results.some((report) => photoOf(report) !== null);
  const button = (direction: Direction, link: string | null) => {
    if (link === null) return null;
    const text = direction === 'newer' ? 'Newer' : 'Older';
    const created = element('button', { type: 'button', 'data-direction': direction }, text);
    created.addEventListener('click', () => goTo(pageQueryOf(link), direction));
    return created;
  };
  const explanation = '≈ is the middle of what one person reported; the estimate weighs all.';
  return element(
    'div',
    element(
      'table.feed',
      element('caption.visually-hidden', 'Reports, newest first'),
      tableHead(['When', 'People', ...(hasPhotos ? ['Photo'] : [])]),
      element('tbody', ...results.map((report) => row(report, now, hasPhotos))),
    ),
    !results.some(isOfForm1) && element('p.muted', explanation),
    element('p.buttons', button('newer', previous), button('older', next)),
  );
}

function row(report: Report, now: VenueTime, hasPhotos: boolean): HTMLElement {
  const time = venueTimeOf(report.created_at);
  const when = `${dayName(time.wall)}, ${clock(time.wall)}`;
  const isRecent = now.at - time.at < 6 * HOUR && time.at <= now.at;
  const isExact = isOfForm1(report) || report.bucket === '0';
  return element(
    'tr',
    element(
      'th',
      { scope: 'row' },
      element('time', { datetime: report.created_at }, when),
      isRecent && element('span.muted', ` ${ageText(time, now)}`),
    ),
    element('td', isExact ? report.bucket : `≈ ${report.bucket}`),
    hasPhotos && element('td', photoLink(photoOf(report), when)),
  );
}

function photoLink(photo: string | null, when: string): HTMLElement | null {
  if (photo === null) return null;
  const alt = `Photo with the report of ${when}`;
  const image = element('img', { src: photo, alt, loading: 'lazy', width: 64, height: 48 });
  return element('a', { href: photo, rel: 'noreferrer noopener', target: '_blank' }, image);
}

/** Form 1 has ranges and photos, and Form 2 numbers that stand for ranges. */
function isOfForm1(report: Report): report is Extract<Report, { photo_url: unknown }> {
  return 'photo_url' in report;
}

function photoOf(report: Report): string | null {
  return isOfForm1(report) ? report.photo_url : null;
}

/** The parameters of the page that a link points to, which may name another host than the one that this page is from. */
export function pageQueryOf(link: string): PageQuery {
  const { searchParams } = new URL(link);
  return { cursor: searchParams.get('cursor') ?? '', limit: Number(searchParams.get('limit') ?? 8) };
}
