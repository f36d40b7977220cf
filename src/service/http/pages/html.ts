/** Text that is HTML already. Only the `html` tag makes it, so that everything else is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template; null and false are nothing. */
export type Content = string | number | Html | null | false | readonly Content[];

/** HTML from a template, whose values are escaped for text and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, string, at) => text + written(values[at - 1] as Content) + string));
}

function written(content: Content): string {
  if (content === null || content === false) return '';
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map(written).join('');
  return escaped(String(content)).replaceAll("'", '&#39;');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML or SVG shows it, also within double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
