import { authFaults } from './auth.ts';
import { borderFaults } from './borders.ts';
import { contradictionFaults } from './contradictions.ts';
import { exportFaults } from './export.ts';
import { exportCellFaults } from './export-cells.ts';
import type { Fault } from './fault.ts';
import { feedFaults } from './feed.ts';
import { feedItemFaults } from './feed-items.ts';
import { formsFaults } from './forms.ts';
import { highlightsFaults } from './highlights.ts';
import { hoursFaults } from './hours.ts';
import { lineFaults } from './line.ts';
import { methodsFaults } from './methods.ts';
import { occasionalFaults } from './occasional.ts';
import { pagingFaults } from './paging.ts';
import { patternsFaults } from './patterns.ts';
import { privacyFaults } from './privacy.ts';
import { scatterFaults } from './scatter.ts';
import { stabilityFaults } from './stability.ts';
import { statusFaults } from './status.ts';
import { windowFaults } from './window.ts';

/** Every fault. */
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
  ...borderFaults,
  ...occasionalFaults,
  ...contradictionFaults,
];
