import { endpointsSentence } from '../../src/service/contract/load-document.ts';

interface Document {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly responses: {
      readonly NotFound: {
        readonly content: Readonly<Record<string, { readonly examples: Readonly<Record<string, Example>> }>>;
      };
    };
  };
}

interface Example {
  readonly value: { detail: string };
}

/** Adds the endpoints of a form to the examples of a 404, since the service lists them in its error. */
export function listEndpoints(document: Document, form: 1 | 2): void {
  const endpoints = endpointsSentence(document, form);
  for (const { examples } of Object.values(document.components.responses.NotFound.content)) {
    for (const { value } of Object.values(examples)) value.detail = `${value.detail} ${endpoints}`;
  }
}
