/** The operations of a form's document, and validators of their responses. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ContractDocument } from '../../src/service/contract/load-document.ts';
import type { OperationShape } from './known.ts';

type Json = Readonly<Record<string, unknown>>;

/** Validates a body: JSON, or the rows of a CSV text. Undefined when the document does not list the status with the type. */
export type BodyErrors = (
  path: string,
  status: number,
  type: string,
  text: string,
) => string | null | undefined;

/** The operations by their documented paths. */
export function operationsOf(document: ContractDocument): readonly OperationShape[] {
  return Object.entries(document.paths).map(([path, item]) => {
    const { parameters = [] } = (item as { get: { parameters?: readonly Json[] } }).get;
    return {
      path,
      parameters: parameters.map((parameter) => parameterShape(resolved(document, parameter), document)),
    };
  });
}

/** Compiles the documented responses once. */
export function createBodyErrors(document: ContractDocument): BodyErrors {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document as unknown as Json, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return (path, status, type, text) => {
    const [mediaType = ''] = type.split(';');
    const content = contentPointer(document, path, status);
    if (content === null || (valueAt(document, content) as Json | undefined)?.[mediaType] === undefined)
      return undefined;
    const validate = validator(
      mediaType === 'text/csv'
        ? '/components/schemas/ExportRow'
        : `${content}/${mediaType.replaceAll('/', '~1')}/schema`,
    );
    const values = mediaType === 'text/csv' ? rowsOf(text) : [JSON.parse(text)];
    const failed = values.find((value) => !validate(value));
    if (failed === undefined) return null;
    validate(failed);
    const { instancePath, message } = validate.errors?.[0] ?? {};
    return `${instancePath} ${message}`;
  };
}

/** The pointer to the content of a documented response; null if there is none. */
function contentPointer(document: ContractDocument, path: string, status: number): string | null {
  const pointer = `/paths/${path.replaceAll('/', '~1')}/get/responses/${status}`;
  const response = valueAt(document, pointer) as Json | undefined;
  if (response === undefined) return null;
  return typeof response['$ref'] === 'string' ? `${response['$ref'].slice(1)}/content` : `${pointer}/content`;
}

function valueAt(document: ContractDocument, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/'))
    .reduce((value: unknown, name) => (value as Json | undefined)?.[name], document);
}

function resolved(document: ContractDocument, node: Json): Json {
  return typeof node['$ref'] === 'string' ? (valueAt(document, node['$ref'].slice(1)) as Json) : node;
}

function parameterShape(parameter: Json, document: ContractDocument): OperationShape['parameters'][number] {
  const schema = resolved(document, parameter['schema'] as Json);
  return {
    name: String(parameter['name']),
    kind: schema['format'] === 'date' ? 'date' : schema['type'] === 'integer' ? 'integer' : 'text',
    minimum: Number(schema['minimum'] ?? 0),
    maximum: Number(schema['maximum'] ?? 0),
  };
}

/** The rows of a CSV text as objects by column. */
function rowsOf(text: string): readonly Json[] {
  const [header = '', ...rows] = text.split('\r\n').slice(0, -1);
  const columns = header.split(',');
  return rows.map((row) =>
    Object.fromEntries(row.split(',').map((cell, index) => [columns[index] ?? `column ${index}`, cell])),
  );
}
