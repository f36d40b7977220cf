import type { Schedule } from './auto-refresh.ts';
import type { Quota } from './deployment/quota.ts';
import { duration } from './local-time.ts';
import { pluralize } from './numbers.ts';

/** What the footer says about the quota and the next refresh. */
export function scheduleText(schedule: Schedule, quota: Quota | null): string {
  const limit = quota === null || quota.limit === null ? '' : ` of ${quota.limit.toLocaleString('en')}`;
  const remaining =
    quota === null ? '' : `${quota.remaining.toLocaleString('en')}${limit} requests left today. `;
  return `${remaining}${refreshText(schedule)}`;
}

function refreshText(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'next':
      return `Refreshes in ${timeText(schedule.seconds)} while this tab is visible.`;
    case 'reserve': {
      const requests = pluralize(schedule.remaining, 'request');
      return `Auto-refresh is paused to leave you the last ${requests}. It resumes in ${timeText(schedule.seconds)}.`;
    }
    case 'off':
      return 'Auto-refresh is off.';
    case 'stopped':
      return '';
  }
}

function timeText(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : duration(seconds * 1000);
}
