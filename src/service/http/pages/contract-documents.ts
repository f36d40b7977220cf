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
  yaml: { type: 'application/yaml; charset=utf-8', write: contractYaml },
} as const;

/**
 * Serves the document of this deployment, with its URL as the server and in links, and its operator as the contact. The text
 * is written once per format, since writing YAML takes tens of milliseconds.
 */
export function contractDocument(
  format: keyof typeof FORMATS,
  { document, baseUrl, contact }: Deployment,
  sender: Sender,
): RequestHandler {
  const { type, write } = FORMATS[format];
  const [{ url }] = document.servers;
  const { info } = document;
  let written: string | null = null;
  const writeOnce = () => {
    written ??= write({
      ...document,
      info: { ...info, contact: { ...info.contact, name: contact } },
      servers: [{ url, description: 'This deployment' }],
    });
    return written;
  };
  const texts = new TextsByUrl(baseUrl, url, sender);
  return async (request, response) => {
    texts.send(request, response, await texts.get(request, { key: format, type, write: writeOnce }));
  };
}
