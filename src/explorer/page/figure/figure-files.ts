import type { Figure, Table } from './figure.ts';
import { type LegendItem, SWATCH_HEIGHT, SWATCH_WIDTH, svg, swatchShapes } from './legend.ts';
import { COLORS } from './plot.ts';

/** The width of an image, in CSS pixels. */
const WIDTH = 720;
const MARGIN = 20;
const LINE = 18;
const FONT = { 'font-family': 'system-ui, sans-serif', 'font-size': 12 };
/** How many pixels of a PNG are one CSS pixel. */
const PIXELS = 2;

/** The numbers of a table as CSV, with plain dates and numbers. */
export function csvOf({ columns, rows, names }: Table): string {
  const quoted = (cell: string | number) =>
    /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
  const lines = rows.map(([first = '', ...rest], index) => [
    names?.[index] ?? first,
    ...rest.map((cell) => (typeof cell === 'number' ? cell : '')),
  ]);
  return [columns, ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

/** A figure as an image that needs nothing else: with a title, a legend, and the colors of the page on a background of its own. */
export function svgOf(figure: Figure, title: string): SVGElement {
  const plot = figure.draw(WIDTH - 2 * MARGIN);
  for (const tip of plot.querySelectorAll('[data-mark="tip"]')) tip.remove();
  const summary = wrapped(figure.summary);
  const top = 40 + summary.length * LINE;
  const legendTop = top + Number(plot.getAttribute('height')) + 12;
  const legend = legendOf(figure.legend ?? [], legendTop);
  const height = legendTop + legend.height + MARGIN;
  plot.setAttribute('x', String(MARGIN));
  plot.setAttribute('y', String(top));
  for (const [name, value] of Object.entries(FONT)) plot.setAttribute(name, String(value));
  plot.removeAttribute('class');
  const image = svg(
    'svg',
    { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', ...FONT },
    svg('title', {}, title),
    svg('desc', {}, figure.summary),
    svg('rect', { width: WIDTH, height, fill: COLORS.surface }),
    svg('text', { x: MARGIN, y: 28, 'font-size': 16, 'font-weight': 600, fill: COLORS.ink }, title),
    ...summary.map((line, index) =>
      svg('text', { x: MARGIN, y: 46 + index * LINE, fill: COLORS.muted }, line),
    ),
    plot,
    ...legend.shapes,
  );
  resolveColors(image);
  return image;
}

/** The text of an SVG file. */
export function svgText(image: SVGElement): string {
  return new XMLSerializer().serializeToString(image);
}

/** An image as a PNG file. */
export async function pngOf(image: SVGElement): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(image))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Number(image.getAttribute('width')) * PIXELS;
  canvas.height = Number(image.getAttribute('height')) * PIXELS;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the image is too large')) : resolve(blob)));
  });
}

/** Saves a file of the browser. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The lines of a text in the width of the image. */
function wrapped(text: string): readonly string[] {
  const widthOf = textMeasure();
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && widthOf(line) <= WIDTH - 2 * MARGIN) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

/** How wide a text of an image is. */
function textMeasure(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = `${FONT['font-size']}px ${FONT['font-family']}`;
  return (text) => context?.measureText(text).width ?? text.length * 7;
}

/** A legend in lines as wide as the image. */
function legendOf(
  items: readonly LegendItem[],
  top: number,
): { readonly shapes: readonly SVGElement[]; readonly height: number } {
  const widthOf = textMeasure();
  let [x, y] = [MARGIN, top];
  const shapes = items.map(({ swatch, label }) => {
    const width = SWATCH_WIDTH + 6 + widthOf(label);
    if (x > MARGIN && x + width > WIDTH - MARGIN) [x, y] = [MARGIN, y + 20];
    const item = svg(
      'g',
      { transform: `translate(${x} ${y})` },
      ...swatchShapes(swatch),
      svg('text', { x: SWATCH_WIDTH + 6, y: SWATCH_HEIGHT - 2, fill: COLORS.muted }, label),
    );
    x += width + 18;
    return item;
  });
  return { shapes, height: y - top + SWATCH_HEIGHT };
}

/** Replaces colors of the page's style sheet by what they are now. */
function resolveColors(image: SVGElement): void {
  const probe = document.body.appendChild(document.createElement('i'));
  for (const shape of [image, ...image.querySelectorAll('*')]) {
    for (const { name, value } of shape.attributes) {
      if (!value.startsWith('var(') && value !== 'currentColor') continue;
      probe.style.color = value === 'currentColor' ? COLORS.muted : value;
      shape.setAttribute(name, getComputedStyle(probe).color);
    }
  }
  probe.remove();
}
