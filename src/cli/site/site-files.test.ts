import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseVenues } from '../settings/venues-file.ts';
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

const files = siteFiles(SITE);
const textOf = (path: string, site = files) => site.find((file) => file.path === path)?.text ?? '';

it('are for root alone if they may get a secret, and executable if they are a command', () => {
  const others = files.filter(({ mode }) => mode !== 0o644).map(({ path, mode }) => [path, mode]);
  expect(others).toEqual([
    ['etc/headcount/headcount.env', 0o600],
    ['usr/local/bin/headcount', 0o755],
  ]);
});

it('back up every night what the service serves, with the same rights', () => {
  const units = ['headcount.service', 'headcount-backup.service'].map((name) =>
    textOf(`etc/systemd/system/${name}`),
  );
  const sandboxOf = (unit: string) => /^User=headcount\n[\s\S]*?^# No Memory/m.exec(unit)?.[0];
  expect(sandboxOf(units[0] as string)).toContain('\nProtectSystem=strict\n');
  expect(sandboxOf(units[1] as string)).toBe(sandboxOf(units[0] as string));
  expect(units.map((unit) => /^ExecStart=(.*)$/m.exec(unit)?.[1])).toEqual([
    `${PROGRAM} serve`,
    `${PROGRAM} backup --force --to /var/lib/headcount/backups/ --keep-days 30`,
  ]);
});

it('let nginx say where requests come from, whatever clients send', () => {
  for (const [field, value] of [
    ['X-Forwarded-For', '$remote_addr'],
    ['X-Forwarded-Host', 'queue.example.edu'],
    ['X-Forwarded-Proto', 'https'],
  ])
    expect(textOf('nginx.conf')).toContain(`proxy_set_header ${field} ${value};`);
});

/** Names that a shell, systemd, nginx or Caddy would read as more than names. */
const HOSTILE_NAMES = ['$(id)', '`id`', '${HOME}', "a';id;'", '"; id; "', 'a\\', '{}; }', '%n %i', '# x'];

describe.each(HOSTILE_NAMES)('a venue with the name %s', (venueName) => {
  const hostile = siteFiles({ ...SITE, venueName });
  it.each(files.map(({ path }) => path))('changes nothing in %s but the quoted name', (path) => {
    const quoted = `"${venueName.replace(/["\\`$]/g, '\\$&')}"`;
    expect(textOf(path, hostile)).toBe(textOf(path).replace('"Dining Hall"', () => quoted));
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
      const { venues } = parseVenues(join(folder, 'venues.yaml'));
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
