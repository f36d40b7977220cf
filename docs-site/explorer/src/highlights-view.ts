import { element } from './element.ts';
import { dateOf, dayName, wallTimeOf } from './local-time.ts';
import { countOf } from './plot.ts';
import type { Highlights } from './responses.ts';

/** Photos brought back (Form 2), newest day first. */
export function highlightsView({ highlights }: Highlights): HTMLElement {
  if (highlights.length === 0)
    return element('p', { class: 'empty' }, 'No photo was brought back for these days.');
  return element(
    'ul',
    { class: 'gallery' },
    ...highlights.map(({ date, photo }) => {
      const taken = wallTimeOf(photo.created_at);
      const when = `${dayName(taken)} ${dateOf(taken).slice(0, 4)}`;
      const likes = `${countOf(photo.like_count, 'like')}${photo.liked ? ', one of them yours' : ''}`;
      return element(
        'li',
        {},
        element(
          'figure',
          {},
          pictureOf(photo, `Photo of ${when}`),
          element(
            'figcaption',
            {},
            element('strong', {}, dayName(Date.parse(`${date}T00:00:00Z`))),
            photo.caption === '' ? null : element('span', { class: 'caption' }, photo.caption),
            element('span', { class: 'muted' }, `Taken ${when}`),
            element(
              'span',
              { class: 'muted' },
              element('span', { 'aria-hidden': 'true' }, photo.liked ? '♥ ' : '♡ '),
              likes,
            ),
          ),
        ),
      );
    }),
  );
}

function pictureOf(photo: Highlights['highlights'][number]['photo'], fallback: string): HTMLElement {
  const alt = photo.caption === '' ? fallback : photo.caption;
  const image = element('img', { src: photo.thumbnail_url, alt, loading: 'lazy', width: 320, height: 240 });
  if (!/^https?:\/\//.test(photo.image_url)) return image;
  return element('a', { href: photo.image_url, rel: 'noreferrer noopener', target: '_blank' }, image);
}
