import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { documentUrl } from './load-document.ts';

type Node = { readonly [name: string]: unknown };

/** A query parameter of an operation. */
interface QueryParameter {
  readonly name: string;
  readonly example?: string | number;
  readonly schema: { readonly minimum?: number; readonly maximum?: number };
}

/** A media type of a response: its schema by pointer, and its named examples. */
export interface DocumentedResponse {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: readonly QueryParameter[];
  readonly status: string;
  readonly mediaType: string;
  readonly pointer: string;
  readonly examples: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

/** A bundled document under test, loaded and compiled without any code of the service. */
export class ContractUnderTest {
  readonly form: 1 | 2;
  readonly document: Node;
  readonly responses: readonly DocumentedResponse[];
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #expanded = new Map<Node, readonly Node[]>();

  constructor(form: 1 | 2) {
    this.form = form;
    this.document = parse(readFileSync(documentUrl(form), 'utf8'));
    this.responses = responsesOf(this.document);
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.document, 'document');
  }

  /** The errors of a value against the schema at a pointer. */
  errors(pointer: string, value: unknown): readonly string[] {
    let validate = this.#compiled.get(pointer);
    if (validate === undefined) {
      const fragment = pointer.split('/').map(encodeURIComponent).join('/');
      validate = this.#ajv.compile({ $ref: `document#${fragment}` });
      this.#compiled.set(pointer, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  /** The same errors, plus every member that the schema does not list. */
  exactErrors(pointer: string, value: unknown): readonly string[] {
    return [...this.errors(pointer, value), ...this.#unlisted([this.at(pointer)], value, '')];
  }

  schemaErrors(name: string, value: unknown): readonly string[] {
    return this.exactErrors(`/components/schemas/${name}`, value);
  }

  response(operationId: string, status = '200'): DocumentedResponse {
    const found = this.responses.find((one) => one.operationId === operationId && one.status === status);
    if (found === undefined) throw new Error(`${operationId} has no response ${status}`);
    return found;
  }

  example(operationId: string, name: string): unknown {
    const example = this.response(operationId).examples[name];
    if (example === undefined) throw new Error(`${operationId} has no example ${name}`);
    return example.value;
  }

  /** The node at a JSON pointer; undefined if there is none. */
  at(pointer: string): unknown {
    return at(this.document, pointer);
  }

  #unlisted(schemas: readonly unknown[], value: unknown, path: string): readonly string[] {
    if (typeof value !== 'object' || value === null) return [];
    const applied = schemas.flatMap((schema) => this.#applied(schema as Node));
    if (Array.isArray(value)) {
      const items = applied.flatMap((schema) => (schema['items'] === undefined ? [] : [schema['items']]));
      return value.flatMap((item, index) => this.#unlisted(items, item, `${path}/${index}`));
    }
    const errors: string[] = [];
    for (const [name, member] of Object.entries(value)) {
      const listed = applied
        .map(({ properties }) => (properties as Node | undefined)?.[name])
        .filter((property) => property !== undefined);
      if (listed.length === 0) errors.push(`${path}/${name} is not in the schema`);
      else if (typeof member === 'object') errors.push(...this.#unlisted(listed, member, `${path}/${name}`));
    }
    return errors;
  }

  /** A schema, its references and its alternatives. */
  #applied(schema: Node): readonly Node[] {
    let applied = this.#expanded.get(schema);
    if (applied === undefined) {
      const { $ref, anyOf = [], allOf = [], oneOf = [] } = schema;
      const target = typeof $ref === 'string' ? [this.at($ref.slice(1)) as Node] : [];
      const further = [...target, ...(anyOf as Node[]), ...(allOf as Node[]), ...(oneOf as Node[])];
      applied = [schema, ...further.flatMap((one) => this.#applied(one))];
      this.#expanded.set(schema, applied);
    }
    return applied;
  }
}

/** Both documents, Form 1 first. */
export const CONTRACTS: readonly ContractUnderTest[] = [new ContractUnderTest(1), new ContractUnderTest(2)];

/** Query strings for an operation: none, both bounds of each integer, and the ranges if it takes `since`. */
export function queriesOf(
  parameters: readonly QueryParameter[],
  ranges: readonly string[],
): readonly string[] {
  const bounds = parameters.flatMap(({ name, schema: { minimum, maximum } }) =>
    [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [`?${name}=${bound}`])),
  );
  return ['', ...bounds, ...(parameters.some(({ name }) => name === 'since') ? ranges : [])];
}

/** The query string with the examples of all parameters; throws if one has none. */
export function exampleQuery(parameters: readonly QueryParameter[]): string {
  const pairs = parameters.map(({ name, example }) => {
    if (example === undefined) throw new Error(`${name} has no example`);
    return [name, String(example)];
  });
  return `?${new URLSearchParams(pairs)}`;
}

/** The rows of a CSV text by column name, parsed independently: no quotes, and every line ends in CRLF. */
export function csvRows(text: string): readonly Readonly<Record<string, string>>[] {
  const lines = text.split('\r\n');
  if (lines.pop() !== '') throw new Error('the last line does not end in CRLF');
  const [columns = [], ...rows] = lines.map((line) => line.split(','));
  return rows.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`${cells.length} cells in ${cells.join()}`);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] as string]));
  });
}

interface PathItem {
  readonly get: {
    readonly operationId: string;
    readonly responses: Node;
    readonly parameters?: readonly (QueryParameter & { readonly $ref?: string })[];
  };
}

function responsesOf(document: Node): readonly DocumentedResponse[] {
  return Object.entries(document['paths'] as Node).flatMap(([path, item]) => {
    const { operationId, responses, parameters = [] } = (item as PathItem).get;
    return Object.entries(responses).flatMap(([status, response]) => {
      const reference = (response as Node)['$ref'] as string | undefined;
      const own = `/paths/${escaped(path)}/get/responses/${status}`;
      const place = reference === undefined ? own : reference.slice(1);
      const content = at(document, `${place}/content`) as
        | Record<string, Pick<DocumentedResponse, 'examples'>>
        | undefined;
      return Object.entries(content ?? {}).map(([mediaType, { examples }]) => ({
        operationId,
        path,
        parameters: parameters.map(
          (one) => (one.$ref === undefined ? one : at(document, one.$ref.slice(1))) as QueryParameter,
        ),
        status,
        mediaType,
        pointer: `${place}/content/${escaped(mediaType)}/schema`,
        examples: examples ?? {},
      }));
    });
  });
}

function at(document: Node, pointer: string): unknown {
  let place: unknown = document;
  for (const token of pointer.split('/').slice(1)) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = (place as Node)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return place;
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
