import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Form, inlinedSchema } from '../contract/contract.ts';
import { type Endpoint, schemaPointerOf } from '../contract/operations.ts';

const validators = new Map<string, ValidateFunction>();

/** How Ajv compiles the schemas of the documents. A test validates them, since that takes twice as long as compiling them. */
export const ajvOptions = { allErrors: true, strict: false, validateSchema: false } as const;

/** The validator of an endpoint's body, or of a row of its CSV. */
export function validatorOf(form: Form, endpoint: Endpoint): ValidateFunction {
  const id = `${form} ${endpoint}`;
  const known = validators.get(id);
  if (known !== undefined) return known;
  const ajv = new Ajv2020(ajvOptions);
  addFormats.default(ajv);
  const validate = ajv.compile(inlinedSchema(form, schemaPointerOf(form, endpoint) ?? ''));
  validators.set(id, validate);
  return validate;
}
