import type { BehaviorRecord } from '../../contract/requirement-record.ts';

/** Promises that no schema can state; `x-requirement` in the sources of the documents has the others. */
export const hoursRequirements: readonly BehaviorRecord[] = [
  {
    id: 'hours.minutes-agree',
    promise:
      "The closing time and the minutes until closing agree with each other and with the service's clock.",
    made: ['Current estimate (status) 10'],
    reading:
      "The minutes until closing and the closing time describe the same instant. More than a day until closing fails only if today's window shows that the venue closes today, because hours may differ from week to week. A later response never implies an earlier time. If the Date header shows that the service's clock was set back, the run could not check the deployment.",
    at: '/components/schemas/HoursWhileOpen/properties/minutes_until_close',
    presupposes: ['time.local-offset', 'hours.minutes_until_close', 'hours.closes_at'],
  },
  {
    id: 'hours.window-agrees',
    promise: "Today's open window agrees with is_open and, while open, with the closing time.",
    made: ['Current estimate (status) 11'],
    reading:
      'closed lists the parts of the window in which the venue is closed on that day. So the closing time is the end of an open part, and the venue is open only outside the closed parts.',
    at: '/components/schemas/HoursWhileOpen/properties/closes_at',
    form: 2,
    endpoints: ['status', 'chart'],
    presupposes: ['hours.minutes-agree'],
  },
];
