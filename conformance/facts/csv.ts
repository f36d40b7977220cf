/** A parsed CSV text. */
export interface CsvTable {
  readonly header: readonly string[];
  /** Rows after the header, without blank lines, each with its line number. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** The first breach of CSV, if any. */
  readonly problem?: string;
}

/** Reads CSV: commas, optional quotes, CRLF or LF, an optional byte order mark, with or without a final newline. */
export function readCsv(text: string): CsvTable {
  const rows: { line: number; cells: string[] }[] = [];
  const cells: string[] = [];
  let line = 1;
  let startLine = 1;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let problem: string | undefined;
  const endRow = () => {
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: startLine, cells: cells.slice() });
    cells.length = 0;
    startLine = line;
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = readQuoted(text, at + 1);
      if (!quoted.isClosed) problem ??= `line ${startLine}: a quote is not closed`;
      cell = quoted.text;
      line += quoted.lines;
      at = quoted.end;
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

/** A quoted text from after its quote; quotes inside it are doubled. */
function readQuoted(text: string, from: number) {
  let quote = text.indexOf('"', from);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  const isClosed = quote !== -1;
  const written = text.slice(from, isClosed ? quote : text.length);
  const lines = written.split('\n').length - 1;
  return { text: written.replaceAll('""', '"'), lines, end: isClosed ? quote + 1 : text.length, isClosed };
}
