import { resolvePointer } from '../contract/contract.ts';
import { isObject, type JsonObject } from '../contract/json.ts';

/**
 * The paths, statuses and media types of a document, which give Dredd the same transactions as the whole does. The gate sends
 * neither its parameters nor its examples, and hooks give each transaction its schema. Dredd needs an eighth of the time to read it.
 */
export function documentForDredd(document: JsonObject): JsonObject {
  const { openapi, info, paths } = document;
  return {
    openapi,
    info: { title: isObject(info) ? info['title'] : '', version: '' },
    paths: mapped(paths, (path) => ({ get: operationOf(document, isObject(path) ? path['get'] : {}) })),
  };
}

function operationOf(document: JsonObject, operation: unknown): JsonObject {
  if (!isObject(operation)) return {};
  const { summary, responses } = operation;
  return {
    summary,
    responses: mapped(responses, (response) => {
      const content = contentOf(document, response);
      return { description: '', ...(content === undefined ? {} : { content: mapped(content, () => ({})) }) };
    }),
  };
}

/** The content of a response, or of the shared one that it refers to; undefined if it has none. */
export function contentOf(document: JsonObject, response: unknown): unknown {
  const reference = isObject(response) ? response['$ref'] : undefined;
  const target = typeof reference === 'string' ? resolvePointer(document, reference.slice(1)) : response;
  return isObject(target) ? target['content'] : undefined;
}

function mapped(record: unknown, change: (value: unknown) => unknown): JsonObject {
  const entries = isObject(record) ? Object.entries(record) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value)]));
}
