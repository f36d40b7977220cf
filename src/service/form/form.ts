import type { Queries } from '../contract/form-2.operations.generated.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';
import type { Presentation } from './projections.ts';

/** The validated query of an operation: Form 2 has all operations, and they take the same in both forms. */
export type Query<Id extends keyof Queries> = Queries[Id];

/** A form of the interface: its document's number, and the projection of each operation's result to a response. */
export interface Form<Results> {
  readonly id: 1 | 2;
  readonly projections: {
    readonly [Id in keyof Results]?: (result: Results[Id], presentation: Presentation) => object;
  };
}

/** The forms by number. */
export const FORMS = { 1: form1, 2: form2 } as const;
