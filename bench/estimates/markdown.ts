type Cell = string | number;

/** A Markdown table, and an empty line after it. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): readonly string[] {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line), ''];
}

export const two = (number: number) => number.toFixed(2);

/** A share of 1 in whole percent; a dash for one of nothing. */
export const percent = (share: number) => (Number.isNaN(share) ? '–' : `${Math.round(100 * share)} %`);
