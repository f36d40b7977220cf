import type { Span } from '../domain/micros.ts';
import type { PatternAccumulator } from '../domain/pattern-accumulator.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { Presentation } from '../form/projections.ts';
import type { ReportReader } from '../store/store.ts';
import type { Snapshot } from './snapshot.ts';
import type { TimeSlices } from './time-slices.ts';

/** What an operation works with: the store, the venue's timetable, and one snapshot. */
export interface RequestContext extends Presentation {
  readonly store: ReportReader;
  readonly timetable: Timetable;
  /** The time and the data that the result describes; later reports are not visible. */
  readonly snapshot: Snapshot;
  /** Adds up the reports of a span. */
  readonly patternsOf: (span: Span) => Promise<PatternAccumulator>;
  /** Shares the event loop with other long computations. */
  readonly slices: TimeSlices;
  /** The batches of a long read, which may have to wait for others. Throws `TooManyReads`. */
  readonly longRead: <Batch>(open: () => AsyncIterable<Batch>) => AsyncIterable<Batch>;
  /** The account that owns the key. */
  readonly account: number;
}

/** A parameter that the contract's schema allows but the operation rejects. */
export class ParameterError extends Error {
  readonly errors: readonly { readonly parameter: string; readonly message: string }[];

  constructor(errors: readonly { readonly parameter: string; readonly message: string }[]) {
    super(errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' '));
    this.name = 'ParameterError';
    this.errors = errors;
  }
}

/** The document has an operation without a handler, which a check of types would have found. */
export class NotImplemented extends Error {
  constructor(operationId: string) {
    super(`The operation ${operationId} has no handler yet.`);
    this.name = 'NotImplemented';
  }
}
