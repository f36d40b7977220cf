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
    case 'next': {
      const { seconds } = schedule;
      const time = seconds < 120 ? `${seconds} s` : duration(seconds * 1000);
      return `Refreshes in ${time} while this tab is visible.`;
    }
    case 'reserve':
      return `Auto-refresh stopped to leave you the last ${pluralize(schedule.remaining, 'request')}.`;
    case 'off':
      return 'Auto-refresh is off.';
    case 'stopped':
      return '';
  }
}
