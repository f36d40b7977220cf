import type { RequirementRecord } from '../../contract/requirement-record.ts';

export const hoursRequirements = [
  {
    id: 'hours.is_open',
    promise: 'is_open is a boolean.',
    made: ['Current estimate (status) 8'],
    at: '/components/schemas/HoursWhileOpen/properties/is_open',
    level: 'must',
    contract: true,
    endpoints: ['status'],
    presupposes: ['status.hours'],
  },
  {
    id: 'hours.closing_soon',
    promise: 'closing_soon is a boolean, and true only shortly before closing.',
    made: ['Current estimate (status) 9'],
    reading:
      'The description leaves open how soon “soon” is. But six hours before closing is not soon, and neither is a time while the venue is closed. More than three hours are a warning.',
    at: '/components/schemas/HoursWhileOpen/properties/closing_soon',
    level: 'must',
    contract: true,
    endpoints: ['status'],
    presupposes: ['hours.minutes_until_close'],
  },
  {
    id: 'hours.minutes_until_close',
    promise: 'minutes_until_close is an integer number of minutes while open.',
    made: ['Current estimate (status) 10'],
    at: '/components/schemas/HoursWhileOpen/properties/minutes_until_close',
    level: 'must',
    contract: true,
    endpoints: ['status'],
    presupposes: ['hours.is_open'],
  },
  {
    id: 'hours.closes_at',
    promise: 'closes_at is a clock time such as 9:05pm while open.',
    made: ['Current estimate (status) 11'],
    at: '/components/schemas/HoursWhileOpen/properties/closes_at',
    level: 'must',
    contract: true,
    endpoints: ['status'],
    presupposes: ['hours.is_open'],
  },
  {
    id: 'hours.opens_at',
    promise: 'opens_at is null while open, and otherwise a clock time such as 11:00am.',
    made: ['Current estimate (status) 12'],
    reading:
      '“Same clock format otherwise” allows no null while the venue is closed. The description leaves open which time applies if no opening is scheduled, so the gate checks the time only if today’s window shows that the venue opens later today.',
    at: '/components/schemas/HoursWhileClosed/properties/opens_at',
    level: 'must',
    contract: true,
    endpoints: ['status'],
    presupposes: ['hours.is_open'],
  },
  {
    id: 'hours.minutes-agree',
    promise:
      "The closing time and the minutes until closing agree with each other and with the service's clock.",
    made: ['Current estimate (status) 10'],
    reading:
      "The minutes until closing and the closing time describe the same instant. More than a day until closing fails only if today's window shows that the venue closes today, because hours may differ from week to week.",
    at: '/components/schemas/HoursWhileOpen/properties/minutes_until_close',
    level: 'must',
    endpoints: ['status'],
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
    level: 'must',
    endpoints: ['status', 'chart'],
    presupposes: ['hours.minutes-agree'],
  },
] as const satisfies readonly RequirementRecord[];
