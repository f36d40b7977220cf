import type { FittedModel } from '../domain/model-state.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { Presentation } from '../form/form.ts';
import type { ReportReader } from '../store/store.ts';
import type { Moment } from './moment.ts';
import type { PatternAccumulators } from './pattern-accumulators.ts';

/** What an operation works with: the store, the venue's timetable, and one fixed moment. */
export interface RequestContext extends Presentation {
  readonly store: ReportReader;
  readonly timetable: Timetable;
  /** The time this answer is about; reports after it do not exist for it. */
  readonly moment: Moment;
  readonly patternAccumulators: PatternAccumulators;
  /** What the venue's earlier days make expect of the moment's day. */
  readonly fittedModel: () => Promise<FittedModel>;
  /** The account that owns the key. */
  readonly account: number;
}
