/** A form of the interface. */
export type Form = 1 | 2;

/** What the mock derives from a form's document. */
export interface FormDocument {
  readonly form: Form;
  /** Labels of the six buckets, fewest people first. */
  readonly labels: readonly string[];
  /**
   * Gives a computed JSON body exactly the members that the form has: members of the other form are removed, and members that the
   * mock doesn't compute are copied from the first example of the operation.
   */
  conform(path: string, body: unknown): unknown;
}

/** Derives what the mock needs from the document of a form. */
export function formDocument(form: Form, document: Outline): FormDocument {
  const { Bucket } = document.components.schemas;
  const labels = Bucket?.enum ?? Bucket?.examples ?? [];
  if (labels.length !== 6)
    throw new Error(`openapi/form-${form}.yaml has ${labels.length} buckets instead of 6`);
  return {
    form,
    labels,
    conform(path, body) {
      const content = document.paths[path]?.get.responses['200'].content['application/json'];
      if (content === undefined) return body;
      const [example] = Object.values(content.examples);
      return conform(body, content.schema, example?.value, document.components.schemas);
    },
  };
}

/** The part of a document that the mock computes its responses from. */
export interface Outline {
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly responses: { readonly '200': Success } } }>
  >;
  readonly components: { readonly schemas: Schemas };
}

interface Success {
  readonly content: Readonly<Record<string, Content>>;
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

type Members = Readonly<Record<string, unknown>>;

/** Follows references, and the first of several alternatives, since they have the same members. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  const next = schema.$ref === undefined ? schema.oneOf?.[0] : schemas[schema.$ref.split('/').at(-1) ?? ''];
  return next === undefined ? schema : resolve(next, schemas);
}
