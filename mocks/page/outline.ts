import type { Outline } from '../form-document.ts';
import type { Endpoint, Parameter } from '../service/parameters.ts';

/** An endpoint, with the document's words for people. */
export interface DescribedEndpoint extends Endpoint {
  readonly summary: string;
  readonly parameters: readonly (Parameter & { readonly description: string })[];
}

/** What a page needs of a form's document. */
export interface PageDocument {
  readonly outline: Outline;
  readonly endpoints: readonly DescribedEndpoint[];
}

/** A document of the API as it is written. */
export interface WholeDocument {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: Outline['components'] & {
    readonly parameters: Readonly<Record<string, DescribedParameter>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Referable<DescribedParameter>[];
  readonly responses: Outline['paths'][string]['get']['responses'];
}

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly schema: Referable<Omit<Parameter, 'name'>>;
}

type Referable<Value> = Value | { readonly $ref: string };

/** Reduces a document to its endpoints, the schemas of its bodies, and the first example of each. */
export function outlineOf({ paths, components }: WholeDocument): PageDocument {
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, ...get }));
  const bodies = operations.map(({ path, responses }) => [
    path,
    { get: { responses: successOf(responses) } },
  ]);
  return {
    outline: { paths: Object.fromEntries(bodies), components: { schemas: components.schemas } },
    endpoints: operations.map(({ operationId, path, summary, parameters = [] }) => ({
      operationId,
      path,
      summary,
      parameters: parameters
        .map((parameter) => resolved(parameter, components.parameters))
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, description, schema }) => ({
          ...resolved(schema, components.schemas as Readonly<Record<string, Omit<Parameter, 'name'>>>),
          name,
          description,
        })),
    })),
  };
}

function successOf(responses: Operation['responses']): Operation['responses'] {
  const contents = Object.entries(responses['200'].content).map(([type, { schema, examples }]) => {
    return [type, { schema, examples: Object.fromEntries(Object.entries(examples).slice(0, 1)) }];
  });
  return { '200': { content: Object.fromEntries(contents) } };
}

function resolved<Value extends object>(
  value: Referable<Value>,
  shared: Readonly<Record<string, Value>>,
): Value {
  if (!('$ref' in value)) return value;
  const found = shared[value.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`the document does not define ${value.$ref}`);
  return found;
}
