import { describe, expect, it } from 'vitest';
import { siteFiles } from './site-files.ts';
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
      'HEADCOUNT_TIME_ZONE=America/Los_Angeles',
      'HEADCOUNT_HOURS=/etc/headcount/hours.json',
      'HEADCOUNT_DATABASE=sqlite:/var/lib/headcount/headcount.sqlite',
      'HEADCOUNT_PUBLIC_URL=https://queue.example.edu',
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
  ['Caddyfile', 0o644, ['queue.example.edu {', 'reverse_proxy 127.0.0.1:3000']],
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
    ],
  ],
])('%s', (path, mode, lines) => {
  it('has the lines that serve the venue, and the rights that it needs', () => {
    expect(linesOf(path)).toEqual(expect.arrayContaining(lines));
    expect(files.find((file) => file.path === path)?.mode).toBe(mode);
  });
});

it('units and proxies contain no settings that could be secret', () => {
  const others = files.filter(({ path }) => !path.startsWith('etc/headcount/'));
  expect(others.length).toBe(files.length - 2);
  expect(others.filter(({ text }) => /HEADCOUNT_|Dining Hall/.test(text))).toEqual([]);
});
