import type { BehaviorRecord } from '../contract/requirement-record.ts';
import { authRequirements } from './auth/requirements.ts';
import { chartRequirements } from './chart/requirements.ts';
import { exportRequirements } from './export/requirements.ts';
import { formRequirements } from './form/requirements.ts';
import { highlightsRequirements } from './highlights/requirements.ts';
import { hoursRequirements } from './hours/requirements.ts';
import { httpRequirements } from './http/requirements.ts';
import { patternsRequirements } from './patterns/requirements.ts';
import { reportsRequirements } from './reports/requirements.ts';
import { statusRequirements } from './status/requirements.ts';
import { timeRequirements } from './time/requirements.ts';

/** Behavior requirements by family, in report order. `npm run contract` adds those that the documents state. */
export const behaviors: Readonly<Record<string, readonly BehaviorRecord[]>> = {
  http: httpRequirements,
  auth: authRequirements,
  form: formRequirements,
  time: timeRequirements,
  status: statusRequirements,
  hours: hoursRequirements,
  chart: chartRequirements,
  patterns: patternsRequirements,
  reports: reportsRequirements,
  export: exportRequirements,
  highlights: highlightsRequirements,
  privacy: [],
};
