import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../commands/settings.ts';
import { parseVenues } from '../commands/venues/venues-file.ts';
import { type SiteFile, siteFiles } from './site-files.ts';
import { parseWeek } from './week.ts';

const SITE = {
  venueName: 'Dining Hall',
  timeZone: 'America/Los_Angeles',
  publicUrl: 'https://queue.example.edu',
  hours: parseWeek('mon-fri 11:00-14:00'),
  node: '/opt/node/bin/node',
  program: '/opt/headcount/headcount.mjs',
};
const PROGRAM = '/opt/node/bin/node /opt/headcount/headcount.mjs';
const SANDBOX = [
  'User=headcount',
  'EnvironmentFile=/etc/headcount/headcount.env',
  'StateDirectory=headcount headcount/backups',
  'ProtectSystem=strict',
  'ProtectHome=true',
  'NoNewPrivileges=true',
  'CapabilityBoundingSet=',
  'SystemCallFilter=@system-service',
];

const files = siteFiles(SITE);
const linesOf = (path: string) =>
  files
    .find((file) => file.path === path)
    ?.text.trim()
    .split(/\n\s*/);

describe.each([
  ['etc/headcount/hours.json', 0o644, ['"fri": ["11:00-14:00"],', '"sun": []', '"exceptions": {}']],
  [
    'etc/headcount/headcount.env',
    0o600,
    [
      'HEADCOUNT_VENUE_NAME="Dining Hall"',
      'HEADCOUNT_TIME_ZONE="America/Los_Angeles"',
      'HEADCOUNT_HOURS=/etc/headcount/hours.json',
      'HEADCOUNT_DATABASE=sqlite:/var/lib/headcount/headcount.sqlite',
      'HEADCOUNT_PUBLIC_URL="https://queue.example.edu"',
      'HEADCOUNT_TRUST_PROXY=loopback',
      'HEADCOUNT_PUBLIC_PAGE=true',
      'HEADCOUNT_REPORT_PAGE=true',
    ],
  ],
  [
    'etc/systemd/system/headcount.service',
    0o644,
    [`ExecStart=${PROGRAM} serve`, 'Restart=always', 'WantedBy=multi-user.target', ...SANDBOX],
  ],
  [
    'etc/systemd/system/headcount-backup.service',
    0o644,
    [`ExecStart=${PROGRAM} backup --force --to /var/lib/headcount/backups/ --keep-days 30`, ...SANDBOX],
  ],
  ['etc/systemd/system/headcount-backup.timer', 0o644, ['OnCalendar=*-*-* 03:15', 'Persistent=true']],
  ['usr/local/bin/headcount', 0o755, [`exec runuser -u headcount -- ${PROGRAM} "$@"`]],
  [
    'Caddyfile',
    0o644,
    ['queue.example.edu {', 'reverse_proxy 127.0.0.1:3000', 'delete link', 'delete token'],
  ],
  [
    'nginx.conf',
    0o644,
    [
      'server_name queue.example.edu;',
      'server 127.0.0.1:3000;',
      'ssl_certificate /etc/letsencrypt/live/queue.example.edu/fullchain.pem;',
      'proxy_set_header Connection "";',
      'proxy_set_header X-Forwarded-For $remote_addr;',
      'proxy_set_header X-Forwarded-Host queue.example.edu;',
      'proxy_set_header X-Forwarded-Proto https;',
      'location ~ /(account/confirm|staff)$ {',
      'access_log off;',
      'error_log /dev/null;',
    ],
  ],
])('%s', (path, mode, lines) => {
  it('has the lines that serve the venue, and the rights that it needs', () => {
    expect(linesOf(path)).toEqual(expect.arrayContaining(lines));
    expect(files.find((file) => file.path === path)?.mode).toBe(mode);
  });
});

/** What a shell, systemd, nginx or Caddy would read as more than a name. */
const HOSTILE_NAMES = ['$(id)', '`id`', '${HOME}', "a';id;'", '"; id; "', 'a\\', '{}; }', '%n %i', '# x'];

describe.each(HOSTILE_NAMES)('a venue with the name %s', (venueName) => {
  const hostile = siteFiles({ ...SITE, venueName });
  const named = (site: readonly SiteFile[], path: string) => site.find((one) => one.path === path)?.text;

  it.each(files.map(({ path }) => path))('changes nothing in %s but the quoted name', (path) => {
    const plain = named(files, path) ?? '';
    const quoted = `"${venueName.replace(/["\\`$]/g, '\\$&')}"`;
    expect(named(hostile, path)).toBe(plain.replace('"Dining Hall"', () => quoted));
  });
});

describe('with several venues', () => {
  it.each(['Dining Hall', 'Café', '食堂', 'account', ...HOSTILE_NAMES])(
    'the file lists %s, at the root',
    (venueName) => {
      const folder = mkdtempSync(join(tmpdir(), 'headcount-site-'));
      const several = siteFiles({ ...SITE, venueName, isOneOfSeveral: true });
      for (const { path, text } of several) {
        if (/(venues\.yaml|hours\.json)$/.test(path)) writeFileSync(join(folder, basename(path)), text);
      }
      const { venues } = parseVenues(join(folder, 'venues.yaml'), SETTINGS);
      rmSync(folder, { recursive: true });
      expect(venues.map(({ own }) => own)).toEqual([
        expect.objectContaining({ venueName, publicUrl: SITE.publicUrl }),
      ]);
      const environment = several.find(({ path }) => path.endsWith('.env'))?.text;
      expect(environment).toContain('HEADCOUNT_VENUES=/etc/headcount/venues.yaml\nHEADCOUNT_TIME_ZONE=');
      expect(environment).not.toMatch(/HEADCOUNT_(HOURS|VENUE_NAME)/);
    },
  );
});

it('units and proxies contain no settings that could be secret', () => {
  const others = files.filter(({ path }) => !path.startsWith('etc/headcount/'));
  expect(others.length).toBe(files.length - 2);
  expect(others.filter(({ text }) => /HEADCOUNT_|Dining Hall/.test(text))).toEqual([]);
});
