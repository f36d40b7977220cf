import type { Queries as Queries1 } from '../contract/form-1.operations.generated.ts';
import type { Queries as Queries2 } from '../contract/form-2.operations.generated.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';
import type { Presentation } from './projections.ts';

/** The validated query of each operation of either form. Those of both forms take the same in both. */
export type Queries = Queries1 & Queries2;

/** A form of the interface: its document's number, and the projection of each operation's result to a response. */
export interface Form<Results> {
  readonly id: 1 | 2;
  readonly projections: {
    readonly [Id in keyof Results]?: (result: Results[Id], presentation: Presentation) => object;
  };
}

/** The forms by number. */
export const FORMS = { 1: form1, 2: form2 } as const;
