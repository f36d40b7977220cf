/** The contract of Form 1: its types as openapi-typescript makes them, and its operations. */
export {
  OPERATION_IDS,
  OPERATION_PATHS,
  type Operations,
  type Queries,
  type Responses,
} from '../../../service/contract/form-1.operations.generated.ts';
export type { components, operations, paths } from '../../../service/contract/form-1.types.generated.ts';
