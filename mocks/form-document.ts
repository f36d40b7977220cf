import type { Endpoint, Parameter } from './service/parameters.ts';

/** A form of the interface. */
export type Form = 1 | 2;

/** The part of a form's document that the mock needs. */
export interface FormDocument {
  readonly form: Form;
  /** Labels of the six buckets, fewest people first. */
  readonly labels: readonly string[];
  readonly endpoints: readonly DescribedEndpoint[];
}

/** An endpoint, with the document's words for people. */
export interface DescribedEndpoint extends Endpoint {
  readonly summary: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (DocumentedParameter | Reference)[];
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Omit<Parameter, 'name'> | Reference;
}

interface Reference {
  readonly $ref: string;
}

/** Reads the document of a form, `openapi/form-N.json`. */
export function formDocument(
  form: Form,
  document: {
    readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
    readonly components: {
      readonly schemas: {
        readonly Bucket: { readonly enum?: readonly string[]; readonly examples?: readonly string[] };
      };
    };
  },
): FormDocument {
  const { Bucket } = document.components.schemas;
  const labels = Bucket.enum ?? Bucket.examples ?? [];
  if (labels.length !== 6)
    throw new Error(`openapi/form-${form}.json has ${labels.length} buckets instead of 6`);
  const resolve = <Node>(node: Node | Reference): Node => (isReference(node) ? targetOf(node) : node);
  const targetOf = <Node>({ $ref }: Reference): Node => {
    const names = $ref.split('/').slice(1);
    return names.reduce((node, name) => (node as Record<string, unknown>)[name], document as unknown) as Node;
  };
  const endpoints = Object.entries(document.paths).map(([path, { get }]) => {
    const { operationId, summary, parameters = [] } = get;
    const inQuery = parameters.map((one) => resolve(one)).filter((parameter) => parameter.in === 'query');
    const read = inQuery.map(({ name, schema }) => ({ ...resolve(schema), name }));
    return { operationId, path, summary, parameters: read };
  });
  return { form, labels, endpoints };
}

function isReference(node: unknown): node is Reference {
  return typeof node === 'object' && node !== null && '$ref' in node;
}
