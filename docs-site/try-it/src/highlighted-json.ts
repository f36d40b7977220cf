import { element } from '../../../src/explorer/page/element.ts';
import { isJson } from './indented-json.ts';

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON with the colors of the guides. `linkOf` returns where a text leads in this page; null if nowhere. What isn't JSON becomes plain
 * text.
 */
export function highlightedJson(json: string, linkOf: (text: string) => string | null): DocumentFragment {
  const fragment = document.createDocumentFragment();
  if (!isJson(json)) {
    fragment.append(json);
    return fragment;
  }
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, text, colon = ''] = match;
    fragment.append(json.slice(end, match.index));
    end = match.index + token.length;
    const href = text === undefined || colon !== '' ? null : linkOf(JSON.parse(text) as string);
    const shown = token.slice(0, token.length - colon.length);
    const kind =
      colon !== '' ? 'attr' : text !== undefined ? 'string' : match[3] !== undefined ? 'literal' : 'number';
    const span = element('span', { class: `hljs-${kind}` }, shown);
    fragment.append(href === null ? span : element('a', { href }, span), colon);
  }
  fragment.append(json.slice(end));
  return fragment;
}
