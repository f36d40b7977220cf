import { resolvePointer } from '../../../conformance/contract/contract.ts';

/** A JSON schema of a bundled document, as far as the pages use it. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly contentSchema?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly responses: Readonly<Record<string, Response>> & { readonly '200': Success };
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

export interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** A response with a body. */
type Success = Response & Required<Pick<Response, 'content'>>;

interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

/** The bundled document of a form: openapi/form-N.yaml. */
export interface ContractDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: object;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
}

/** Resolves a local `$ref`; siblings of the `$ref` override what it points to. */
export function dereference<Node extends { readonly $ref?: string }>(
  document: object,
  { $ref, ...node }: Node,
): Node {
  if ($ref === undefined) return node as Node;
  return { ...dereference(document, resolvePointer(document, $ref.slice(1)) as Node), ...node };
}

const BLOCK = /(<!-- example: form-(\d) (\S+) (\S+) -->\n\n```json\n)[\s\S]*?(?=```)/g;

/**
 * Fills in the code blocks of a guide that show an example of the contract. Such a block follows a comment with the form, the
 * path and the name of the example: `<!-- example: form-2 /api/v1/status closed -->`. Throws if there is no such example.
 */
export function withExamples(
  markdown: string,
  documents: Readonly<Record<string, ContractDocument>>,
): string {
  return markdown.replaceAll(BLOCK, (_, opening: string, form: string, path: string, name: string) => {
    const content = documents[form]?.paths[path]?.get.responses['200'].content['application/json'];
    const example = content?.examples?.[name];
    if (example === undefined) throw new Error(`Form ${form} has no example ${name} at ${path}`);
    return `${opening}${JSON.stringify(example.value, null, 2)}\n`;
  });
}
