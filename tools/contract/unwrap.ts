type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What ends a line of Markdown by itself: a row of a table, an item of a list, a heading, code or a quotation. */
const OWN_LINE = /^(\||[-*+] |\d+\. |#|\s|```|>)/;

/**
 * Puts each paragraph of the descriptions on one line. The source wraps them; many tools show every line break of a description,
 * as Swagger UI and doc comments do.
 */
export function unwrapDescriptions(document: object): object {
  return JSON.parse(JSON.stringify(document), (name, value: Json) =>
    name === 'description' && typeof value === 'string' ? unwrap(value) : value,
  );
}

/** Joins the lines of each paragraph. Tables, lists, headings and code stay as they are. */
export function unwrap(text: string): string {
  return text
    .trimEnd()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = paragraph.split('\n');
      return lines.some((line) => OWN_LINE.test(line)) ? paragraph : lines.join(' ');
    })
    .join('\n\n');
}
