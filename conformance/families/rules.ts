import { credentials } from './auth/credentials.ts';
import { chartLine } from './chart/line.ts';
import { lineValues } from './chart/line-values.ts';
import { openWindow } from './chart/open-window.ts';
import { chartScatter } from './chart/scatter.ts';
import { exportRules } from './export/export.ts';
import { forms } from './form/forms.ts';
import { highlights } from './highlights/highlights.ts';
import { clock } from './hours/clock.ts';
import { hours } from './hours/hours.ts';
import { nowInWindow } from './hours/now-in-window.ts';
import { repeatable } from './http/repeatable.ts';
import { transport } from './http/transport.ts';
import { patternNumbers } from './patterns/numbers.ts';
import { openHours } from './patterns/open-hours.ts';
import { patterns } from './patterns/patterns.ts';
import { privacy } from './privacy/privacy.ts';
import { feed } from './reports/feed.ts';
import { feedLinks } from './reports/feed-links.ts';
import { feedWalk } from './reports/feed-walk.ts';
import type { Rule } from './rule.ts';
import { schemas } from './schemas.ts';
import { status } from './status/status.ts';
import { time } from './time/time.ts';

/** All rules; their order only decides which of several findings reports show first. A test checks that every file of rules is registered. */
export const rules: readonly Rule[] = [
  transport,
  credentials,
  forms,
  schemas,
  time,
  status,
  hours,
  nowInWindow,
  clock,
  chartScatter,
  chartLine,
  lineValues,
  openWindow,
  patterns,
  patternNumbers,
  openHours,
  feed,
  feedWalk,
  feedLinks,
  exportRules,
  highlights,
  privacy,
  repeatable,
];
