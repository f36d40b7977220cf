import { arrayIn, isObject } from '../contract/json.ts';
import type { PatternsResponse } from './responses.ts';

export type Axis = 'by_hour' | 'by_weekday';

/** An item of either list. */
export interface Row {
  readonly index: number;
  readonly value: number | null;
  readonly count: number;
}

/** The items of a list that can be read. */
export function rowsOf({ body }: PatternsResponse, axis: Axis): readonly Row[] {
  return arrayIn(body, axis).flatMap((item) => {
    if (!isObject(item)) return [];
    const [index, value, count] = [
      item[axis === 'by_hour' ? 'hour' : 'weekday'],
      item['value'],
      item['report_count'],
    ];
    if (
      typeof index !== 'number' ||
      typeof count !== 'number' ||
      !Number.isInteger(count) ||
      count < 0 ||
      (value !== null && (typeof value !== 'number' || (axis === 'by_hour' && value < 0)))
    )
      return [];
    return [{ index, value, count }];
  });
}
