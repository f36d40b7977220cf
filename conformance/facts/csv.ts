/** A parsed CSV text. */
export interface CsvTable {
  readonly header: readonly string[];
  /** Rows after the header, without blank lines, each with its line number. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** What is wrong with the text as CSV, if anything. */
  readonly problem?: string;
}

/** Reads CSV: commas, optional quotes, CRLF or LF, an optional byte order mark, with or without a final newline. */
export function readCsv(text: string): CsvTable {
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let line = 1;
  let startLine = 1;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let problem: string | undefined;
  const endRow = () => {
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: startLine, cells });
    cells = [];
    startLine = line;
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      let closed = false;
      for (at += 1; at < text.length; at += 1) {
        if (text[at] !== '"') {
          if (text[at] === '\n') line += 1;
          cell += text[at];
        } else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else {
          closed = true;
          at += 1;
          break;
        }
      }
      if (!closed) problem ??= `line ${startLine}: a quote is not closed`;
    }
    const from = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at += 1;
    cells.push(cell + text.slice(from, at));
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    line += 1;
    endRow();
  }
  if (cells.length > 0) endRow();
  const [header, ...rest] = rows;
  return { header: header?.cells ?? [], rows: rest, ...(problem === undefined ? {} : { problem }) };
}
