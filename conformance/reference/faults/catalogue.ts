import { authFaults } from '../../families/auth/auth.faults.ts';
import { lineFaults } from '../../families/chart/line.faults.ts';
import { scatterFaults } from '../../families/chart/scatter.faults.ts';
import { windowFaults } from '../../families/chart/window.faults.ts';
import { exportCellFaults } from '../../families/export/cells.faults.ts';
import { exportFaults } from '../../families/export/export.faults.ts';
import { formsFaults } from '../../families/form/form.faults.ts';
import { highlightsFaults } from '../../families/highlights/highlights.faults.ts';
import { hoursFaults } from '../../families/hours/hours.faults.ts';
import { methodsFaults } from '../../families/http/methods.faults.ts';
import { stabilityFaults } from '../../families/http/stability.faults.ts';
import { newcomersFaults } from '../../families/newcomers.faults.ts';
import { patternsFaults } from '../../families/patterns/patterns.faults.ts';
import { privacyFaults } from '../../families/privacy/privacy.faults.ts';
import { feedFaults } from '../../families/reports/feed.faults.ts';
import { feedItemFaults } from '../../families/reports/items.faults.ts';
import { pagingFaults } from '../../families/reports/paging.faults.ts';
import { statusFaults } from '../../families/status/status.faults.ts';
import { borderFaults } from './borders.ts';
import { contradictionFaults } from './contradictions.ts';
import type { Fault } from './fault.ts';
import { occasionalFaults } from './occasional.ts';

/**
 * Services that are wrong in one way, on which the gate is tested: it must fail each, except those with `mustPass`, and misses those
 * in `known-misses.ts`. Most break no schema; `testing/derived-faults.ts` makes those that do.
 */
export const FAULTS: readonly Fault[] = [
  ...authFaults,
  ...statusFaults,
  ...hoursFaults,
  ...scatterFaults,
  ...lineFaults,
  ...windowFaults,
  ...patternsFaults,
  ...feedFaults,
  ...feedItemFaults,
  ...pagingFaults,
  ...exportFaults,
  ...exportCellFaults,
  ...highlightsFaults,
  ...formsFaults,
  ...privacyFaults,
  ...methodsFaults,
  ...stabilityFaults,
  ...newcomersFaults,
  ...borderFaults,
  ...occasionalFaults,
  ...contradictionFaults,
];
