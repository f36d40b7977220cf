import type { RequestHandler } from 'express';
import { contractYaml } from '../../contract/contract-yaml.ts';
import type { ContractDocument } from '../../contract/load-document.ts';
import type { BaseUrl } from '../server/base-url.ts';
import type { Sender } from '../server/send.ts';
import { TextsByUrl } from './texts-by-url.ts';

/** The parts of a deployment's document. */
interface Deployment {
  readonly document: ContractDocument;
  readonly baseUrl: BaseUrl;
  readonly contact: string;
}

const FORMATS = {
  json: { type: 'application/json; charset=utf-8', write: (document: object) => JSON.stringify(document) },
  yaml: {
    type: 'application/yaml; charset=utf-8',
    write: contractYaml,
  },
} as const;

/**
 * Serves the document of this deployment, with its URL as the server and in links, and its operator as the contact. The text
 * is written once per format, since writing YAML takes tens of milliseconds; a base URL is inserted into it when it is first
 * asked for.
 */
export function contractDocument(
  format: keyof typeof FORMATS,
  deployment: Deployment,
  sender: Sender,
): RequestHandler {
  const { type, write } = FORMATS[format];
  let fill: ((base: string) => string) | null = null;
  const filled = (base: string) => {
    fill ??= withBaseUrl(write, deployment);
    return fill(base);
  };
  const texts = new TextsByUrl(deployment.baseUrl, sender);
  return async (request, response) => {
    texts.send(request, response, await texts.get(request, { key: format, type, write: filled }));
  };
}

/** Stands for the base URL while the text is written, at the start of a URL that is a text of its own. */
const PLACEHOLDER = 'https://base-url.invalid';
/** A URL that begins with the placeholder, as YAML or JSON writes it. */
const URLS = new RegExp(`"?${PLACEHOLDER}([\\w./-]*)"?`, 'g');
/** Stands for the base URL within examples and samples. */
const WITHIN = 'https://base-url-within.invalid';

/** Writes the text with a base URL, in URLs that are written as JSON strings: these are valid in YAML, too. */
function withBaseUrl(
  write: (document: object) => string,
  { document, contact }: Deployment,
): (base: string) => string {
  const { info, externalDocs, servers } = document;
  const standard = servers[0].url;
  const linked = <Linked extends { readonly url: string }>(link: Linked): Linked => ({
    ...link,
    url: link.url.replace(standard, PLACEHOLDER),
  });
  const json = JSON.stringify({
    ...document,
    info: { ...info, license: linked(info.license), contact: { ...linked(info.contact), name: contact } },
    externalDocs: linked(externalDocs),
    servers: [{ url: PLACEHOLDER, description: 'This deployment' }],
  }).replaceAll(standard, WITHIN);
  const text = write(JSON.parse(json));
  if (text.split(WITHIN).length !== json.split(WITHIN).length) {
    throw new Error('a placeholder of the base URL was folded while the document was written');
  }
  return (base) =>
    text
      .replaceAll(URLS, (_, path: string) => JSON.stringify(base + path))
      .replaceAll(WITHIN, () => safeInTexts(base));
}

/**
 * Encodes a base URL: text that only has characters of URLs is safe in YAML and JSON, whether the text around it is quoted or not. Brackets of an IPv6
 * address and what is already encoded stay.
 */
export function safeInTexts(base: string): string {
  return encodeURI(base)
    .replaceAll(/%(25|5B|5D)/g, (code) => decodeURIComponent(code))
    .replaceAll("'", '%27');
}
