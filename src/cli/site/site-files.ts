import { readFileSync } from 'node:fs';
import { hoursFile, type Week } from './week.ts';

/** The files to fill in: a name between @ stands for what differs from venue to venue. */
const TEMPLATE = new URL('./template/', import.meta.url);

/** A venue, and the program that serves it. */
export interface Site {
  readonly venueName: string;
  readonly timeZone: string;
  /** `https://HOST`; the host is one that `isPlainHost` accepts, which needs no quotes in files of proxies. */
  readonly publicUrl: string;
  readonly hours: Week;
  /** True if it is one of several venues of the service: the one at the root. */
  readonly isOneOfSeveral?: boolean;
  /** The paths of Node.js and of the program, which need no quotes in units and scripts. */
  readonly node: string;
  readonly program: string;
}

export interface SiteFile {
  /** The path in the folder. Below `etc` and `usr`, it is also the path on the machine. */
  readonly path: string;
  readonly mode: number;
  readonly text: string;
}

/** Every file that one machine needs to serve a venue. None of them has a secret. */
export function siteFiles(site: Site): readonly SiteFile[] {
  const { venueName, timeZone, publicUrl, hours, isOneOfSeveral = false, node, program } = site;
  const texts: Readonly<Record<string, string>> = {
    VENUE: isOneOfSeveral
      ? 'HEADCOUNT_VENUES=/etc/headcount/venues.yaml'
      : `HEADCOUNT_VENUE_NAME=${quoted(venueName)}\nHEADCOUNT_HOURS=/etc/headcount/hours.json`,
    TIME_ZONE: quoted(timeZone),
    QUOTED_URL: quoted(publicUrl),
    // JSON texts are YAML.
    ID: idOf(venueName),
    NAME: JSON.stringify(venueName),
    YAML_URL: JSON.stringify(publicUrl),
    URL: publicUrl,
    HOST: new URL(publicUrl).hostname,
    PROGRAM: `${node} ${program}`,
    SANDBOX: read('sandbox.conf').trimEnd(),
  };
  const file = (path: string, mode = 0o644): SiteFile => ({
    path,
    mode,
    text: read(path).replace(/@([A-Z_]+)@/g, (_, name: string) => texts[name] as string),
  });
  return [
    { path: 'etc/headcount/hours.json', mode: 0o644, text: hoursFile(hours) },
    ...(isOneOfSeveral ? [file('etc/headcount/venues.yaml')] : []),
    // Only root reads it: systemd and the program in /usr/local/bin pass it on. It may get the password of a mail server.
    file('etc/headcount/headcount.env', 0o600),
    file('etc/systemd/system/headcount.service'),
    file('etc/systemd/system/headcount-backup.service'),
    file('etc/systemd/system/headcount-backup.timer'),
    file('usr/local/bin/headcount', 0o755),
    file('Caddyfile'),
    file('nginx.conf'),
  ];
}

function read(path: string): string {
  return readFileSync(new URL(path, TEMPLATE), 'utf8');
}

/** An id made of a name. None with a hyphen is a path of the service itself. */
function idOf(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const id = letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '');
  return id.includes('-') ? id : `the-${id || 'venue'}`;
}

/** A value as systemd and the program in /usr/local/bin read it. */
function quoted(text: string): string {
  return `"${text.replace(/["\\`$]/g, '\\$&')}"`;
}

/** Returns whether a host name is letters, digits, dots and hyphens, or an IPv6 literal: URLs allow characters that shells and proxies read as commands. */
export function isPlainHost(host: string): boolean {
  return /^([a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])$/.test(host);
}
