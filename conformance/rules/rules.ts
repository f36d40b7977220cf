import { absence, silence } from './absence.ts';
import { chartLine } from './chart-line.ts';
import { chartScatter } from './chart-scatter.ts';
import { clock } from './clock.ts';
import { credentials } from './credentials.ts';
import { exportRules } from './exports.ts';
import { feed } from './feed.ts';
import { feedLinks } from './feed-links.ts';
import { feedWalk } from './feed-walk.ts';
import { forms } from './forms.ts';
import { highlights } from './highlights.ts';
import { hours } from './hours.ts';
import { lineValues } from './line-values.ts';
import { nowInWindow } from './now-in-window.ts';
import { openHours } from './open-hours.ts';
import { openWindow } from './open-window.ts';
import { patternNumbers } from './pattern-numbers.ts';
import { patterns } from './patterns.ts';
import { privacy } from './privacy.ts';
import { repeatable } from './repeatable.ts';
import type { Rule } from './rule.ts';
import { schemas } from './schemas.ts';
import { status } from './status.ts';
import { time } from './time.ts';
import { transport } from './transport.ts';

/** All rules. A test checks that every file of rules is registered. */
export const rules: readonly Rule[] = [
  transport,
  credentials,
  silence,
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
  absence,
];
