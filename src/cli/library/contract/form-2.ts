/** The contract of Form 2: its types as openapi-typescript makes them, and its operations. */
export {
  OPERATION_IDS,
  OPERATION_PATHS,
  type Operations,
  type Queries,
  type Responses,
} from '../../../service/contract/form-2.operations.generated.ts';
export type { components, operations, paths } from '../../../service/contract/form-2.types.generated.ts';
