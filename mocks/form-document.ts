import type { Endpoint, Parameter } from './service/parameters.ts';

/** A form of the interface. */
export type Form = 1 | 2;

/** What the mock derives from a form's document. */
export interface FormDocument {
  readonly form: Form;
  /** Labels of the six buckets, fewest people first. */
  readonly labels: readonly string[];
  readonly endpoints: readonly DescribedEndpoint[];
  /** The first example of an endpoint's response. */
  firstExample(path: string): unknown;
  /**
   * Gives a computed JSON body exactly the members that the form has: members of the other form are removed, and members that the
   * mock doesn't compute are copied from the first example of the operation.
   */
  conform(path: string, body: unknown): unknown;
}

/** An endpoint, with the document's words for people. */
export interface DescribedEndpoint extends Endpoint {
  readonly summary: string;
}

/** The part of a document that the mock reads. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, DocumentedParameter>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (DocumentedParameter | { readonly $ref: string })[];
  readonly responses: { readonly '200': { readonly content: Readonly<Record<string, Content>> } };
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema & Omit<Parameter, 'name'>;
}

interface Content {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

type Schemas = Readonly<Record<string, Schema>>;

/** Derives what the mock needs from the document of a form. */
export function formDocument(form: Form, { paths, components }: ApiDocument): FormDocument {
  const { schemas } = components;
  const labels = schemas['Bucket']?.enum ?? schemas['Bucket']?.examples ?? [];
  if (labels.length !== 6)
    throw new Error(`openapi/form-${form}.yaml has ${labels.length} buckets instead of 6`);
  const contentOf = (path: string) => Object.entries(paths[path]?.get.responses['200'].content ?? {})[0];
  const firstExample = (path: string) => Object.values(contentOf(path)?.[1].examples ?? {})[0]?.value;
  return {
    form,
    labels,
    endpoints: Object.entries(paths).map(([path, { get }]) => endpointOf(path, get, components)),
    firstExample,
    conform(path, body) {
      const [type, content] = contentOf(path) ?? [];
      if (type !== 'application/json' || content === undefined) return body;
      return conform(body, content.schema, firstExample(path), schemas);
    },
  };
}

function endpointOf(
  path: string,
  { operationId, summary, parameters = [] }: Operation,
  components: ApiDocument['components'],
): DescribedEndpoint {
  const documented = parameters.flatMap((one) =>
    '$ref' in one ? (components.parameters[nameIn(one.$ref)] ?? []) : one,
  );
  const inQuery = documented.filter((parameter) => parameter.in === 'query');
  return {
    operationId,
    path,
    summary,
    parameters: inQuery.map(({ name, schema }) => ({ ...resolve(schema, components.schemas), name })),
  };
}

type Members = Readonly<Record<string, unknown>>;

function conform(value: unknown, schema: Schema, example: unknown, schemas: Schemas): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items } = resolve(schema, schemas);
  if (Array.isArray(value)) {
    const [first] = Array.isArray(example) ? example : [];
    return items === undefined ? value : value.map((item) => conform(item, items, first, schemas));
  }
  const members = Object.entries(properties ?? {}).map(([name, property]) => {
    const own = (value as Members)[name];
    const fallback = (example as Members | null | undefined)?.[name];
    return [name, own === undefined ? fallback : conform(own, property, fallback, schemas)];
  });
  return Object.fromEntries(members);
}

/** Follows references, and the first of several alternatives, since they have the same members. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  const next = schema.$ref === undefined ? schema.oneOf?.[0] : schemas[nameIn(schema.$ref)];
  return next === undefined ? schema : resolve(next, schemas);
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
