import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const statusRequirements: readonly BehaviorRecord[] = [
  {
    id: 'status.display-agrees',
    promise: 'The displayed range and the numeric estimate agree.',
    made: ['Current estimate (status) 3'],
    reading:
      'Both fields show the same estimate. The description leaves the width of the range open, so only a value far outside it fails.',
    at: '/components/schemas/StatusWithEstimate/properties/estimate_display',
    presupposes: ['status.estimate_display', 'status.estimate_value'],
  },
  {
    id: 'status.estimate-plausible',
    promise: 'The estimate is based on at least one report, and is not far from everything ever reported.',
    made: ['Current estimate (status) 4', 'What the service does 6.2'],
    reading:
      'A report_count of 0 would mean that no report is behind the estimate, although an estimate blends reports. The description leaves the formula open: an estimate may lean on what is usual at that hour, or on a default while there are few reports, and the highest bucket may have no upper end. So the value may be up to 10 people more than twice the highest report, and down to 10 people less than half the lowest. A value outside of that fails if 20 reports or more are known, and is a warning otherwise.',
    at: '/components/schemas/StatusWithEstimate/properties/estimate_value',
    presupposes: ['status.report_count', 'status.display-agrees'],
  },
  {
    id: 'status.estimate-recent',
    promise: 'Recent reports weigh most: the estimate stays near new reports that agree.',
    made: ['Current estimate (status) 4'],
    reading:
      "As reports age, an estimate may move away from them, towards what is usual at that hour. So this is checked only if the reports of the last 30 minutes, by the deployment's clock, come from three different times or more, since reports within 5 minutes may be one person's, and most of them agree. The estimate is near them up to 5 people more than twice the highest of them, and down to 5 people less than half the lowest.",
    at: '/components/schemas/StatusWithEstimate/properties/estimate_value',
    level: 'should',
  },
  {
    id: 'status.report_count-bounded',
    promise: 'report_count is at most the number of existing reports.',
    made: ['Current estimate (status) 5'],
    at: '/components/schemas/StatusWithEstimate/properties/report_count',
    presupposes: ['status.report_count'],
  },
];
