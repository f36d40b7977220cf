import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** How the gate names itself: firewalls refuse clients without a name. */
export const userAgent = `queue-headcount/${version} (+https://github.com/queue-headcount/queue-headcount)`;
