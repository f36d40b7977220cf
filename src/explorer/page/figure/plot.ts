import { gridY, type Markish, type PlotOptions, plot, ruleY, text } from '@observablehq/plot';

/**
 * Draws with Observable Plot. Removes Plot's own style element, which the content security policy would block;
 * explorer.css has the same rules.
 */
export function drawPlot(options: PlotOptions): SVGSVGElement {
  // Without a legend or title of Plot's own, this is an SVG element.
  const drawn = plot({
    className: 'plot',
    marginLeft: 34,
    marginRight: 8,
    style: { background: 'transparent' },
    ...options,
  }) as SVGSVGElement;
  for (const style of drawn.querySelectorAll('style')) style.remove();
  // Plot sets labels on elements that must not have any; the figure has its own label.
  for (const mark of drawn.querySelectorAll('[aria-label]')) {
    mark.setAttribute('data-mark', mark.getAttribute('aria-label') ?? '');
    mark.removeAttribute('aria-label');
  }
  return drawn;
}

/** The height of the main chart: chart.css reserves it. */
export function plotHeight(width: number): number {
  return width < 520 ? 220 : 320;
}

/** Says in the middle of a chart that it has no data. */
export function emptyMark(isEmpty: boolean): Markish {
  return text(isEmpty ? ['No reports'] : [], { frameAnchor: 'middle', fontSize: 14, fill: COLORS.muted });
}

/** Colors by meaning; explorer.css defines them for light and dark. */
export const COLORS = {
  line: 'var(--series)',
  report: 'var(--report)',
  closed: 'var(--closed)',
  usual: 'var(--usual)',
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  surface: 'var(--surface)',
  rule: 'var(--rule)',
} as const;

/** How what is shown beside the pointer is drawn. */
export const TIP = { fill: COLORS.surface, stroke: COLORS.rule, lineHeight: 1.35 } as const;

/** The lines of the ticks of an axis of people. */
export function gridOf(ticks: readonly number[]): Markish {
  return [gridY(ticks, { stroke: COLORS.rule, strokeOpacity: 1 }), ruleY([0], { stroke: COLORS.rule })];
}

/** An axis of people, to the last of its ticks. */
export function peopleAxis(ticks: readonly number[]) {
  return { label: '↑ People', domain: [0, ticks.at(-1) ?? 0], ticks };
}

/**
 * The labels of an axis of people: from 0 to at least `highest`, at steps of whole people that are 1, 2 or 5 times a power of ten.
 * The last one is the top of the axis, so that the gridlines meet the labels and hold the tallest bar.
 */
export function niceTicks(highest: number, count = 5): readonly number[] {
  const most = Math.max(highest, count);
  const power = 10 ** Math.floor(Math.log10(most / count));
  const step = power * ([1, 2, 5].find((factor) => factor * power * count >= most) ?? 10);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
