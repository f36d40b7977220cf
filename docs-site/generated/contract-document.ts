/** A JSON schema of a bundled document, as far as the pages look into it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly contentSchema?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: { readonly '200': { readonly content: Readonly<Record<string, { schema: Schema }>> } };
}

/** A bundled document of a form: openapi/form-N.yaml. */
export interface ContractDocument {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: object;
  readonly servers: readonly {
    readonly url: string;
    readonly description: string;
    readonly variables?: Readonly<Record<string, { readonly default: string }>>;
  }[];
}

/** What a local reference points to, with what stands beside the reference on top; anything else as it is. */
export function resolved<Node extends { readonly $ref?: string }>(document: object, node: Node): Node {
  if (node.$ref === undefined) return node;
  let place: unknown = document;
  for (const token of node.$ref.split('/').slice(1)) {
    place = (place as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  const { $ref: _, ...beside } = node;
  return { ...resolved(document, place as Node), ...beside } as Node;
}
