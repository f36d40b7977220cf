import { type PlotOptions, plot } from '@observablehq/plot';

/**
 * Draws with Observable Plot. Its own style element is taken out before the picture enters the page, since the content
 * security policy would refuse it; explorer.css says the same.
 */
export function drawPlot(options: PlotOptions): Element {
  const drawn = plot({
    className: 'plot',
    marginLeft: 34,
    marginRight: 8,
    style: { background: 'transparent' },
    ...options,
  });
  for (const style of drawn.querySelectorAll('style')) style.remove();
  // Names of marks, which the picture's own label makes needless, on elements that may not have any.
  for (const mark of drawn.querySelectorAll('[aria-label]')) {
    mark.setAttribute('data-mark', mark.getAttribute('aria-label') ?? '');
    mark.removeAttribute('aria-label');
  }
  return drawn;
}

/** Colours by what they mean; explorer.css defines them for light and dark. */
export const COLORS = {
  line: 'var(--line)',
  report: 'var(--report)',
  closed: 'var(--closed)',
  bar: 'var(--bar)',
  highlighted: 'var(--line)',
  ink: 'var(--ink)',
  rule: 'var(--rule)',
} as const;

/** A number of people for reading: whole, or with one digit where it is small. */
export function people(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
