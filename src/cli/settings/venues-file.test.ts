import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Settings } from './settings.ts';
import { settingsOf } from './settings-of-venue.ts';
import { parseVenues, type VenuesFile } from './venues-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'venues-'));

function read(yaml: string): VenuesFile {
  const file = join(folder, 'venues.yaml');
  writeFileSync(file, yaml);
  return parseVenues(file);
}

describe('the file of venues', () => {
  it('has what each venue sets, in its order', () => {
    writeFileSync(
      join(folder, 'hours.yaml'),
      'weekly: {mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: []}',
    );
    const { venues, files } = read(`
b:
  name: " Bar "
  form: 1
  hours: hours.yaml
  public_page: true
a:
`);
    expect(venues.map(({ id, own }) => [id, Object.keys(own)])).toEqual([
      ['b', ['venueName', 'form', 'hours', 'publicPage']],
      ['a', []],
    ]);
    expect(venues[0]?.own).toMatchObject({ venueName: 'Bar', form: 1, publicPage: true });
    expect(files).toEqual([join(folder, 'venues.yaml'), join(folder, 'hours.yaml')]);
  });

  it.each([
    ['nothing', '', 'must be a mapping of at least one venue, by its id.'],
    ['a list', '- id: a', 'must be a mapping of at least one venue, by its id.'],
    ['a venue that is a text', 'a: b', 'a must be a mapping of its fields.'],
    ['a capital letter in an id', 'A:', 'the id "A" of a venue must have up to 32 lower-case letters'],
    ['an id that the service needs', 'venues:', 'and be none of account, api,'],
    ['an id twice', 'a:\na:', 'Map keys must be unique'],
    ['an unknown field', 'a: {zone: UTC}', 'a.zone is unknown; allowed are form, url, photo_host,'],
    ['a wrong value', 'a: {time_zone: Berlin}', 'a.time_zone: It must be the name of a time zone'],
    ['a code whose zero is lost', 'a: {report_code: 01234}', 'a.report_code: It must be a text, in quotes'],
    ['a list as a value', 'a: {name: [x]}', 'a.name: It must be one value.'],
    ['hours that are missing', 'a: {hours: none.yaml}', 'a.hours: ENOENT'],
    ['hours in a folder', 'a: {hours: .}', 'is not a regular file'],
    ['hours in a device', 'a: {hours: /dev/null}', '/dev/null is not a regular file'],
    ['wrong hours', 'a: {hours: {weekly: {mon: ["7-8"]}}}', 'a.hours: '],
    ['a wrong form', 'a: {form: 3}', 'a.form: It must be 1 or 2.'],
    ['a wrong database', 'a: {database: x}', 'a.database: It must be sqlite:FILE'],
  ])('with %s is refused, naming the place', (_what, yaml, message) => {
    expect(() => read(yaml)).toThrow(message);
    expect(() => read(yaml)).toThrow(join(folder, 'venues.yaml'));
  });

  it.each([
    [
      { engine: 'sqlite', file: '/data/headcount.sqlite' },
      { engine: 'sqlite', file: '/data/venues/snack-bar.sqlite' },
    ],
    [
      { engine: 'postgres', schema: 'headcount', url: 'postgres://db/x' },
      { engine: 'postgres', schema: 'headcount_snack_bar', url: 'postgres://db/x' },
    ],
  ])('puts the reports of a venue beside the accounts: %j', (accounts, expected) => {
    const [venue] = read('snack-bar:').venues;
    const service = { database: accounts, publicUrl: 'https://queue.example.edu' } as Settings;
    expect(settingsOf(venue as NonNullable<typeof venue>, service)).toMatchObject({
      database: expected,
      publicUrl: 'https://queue.example.edu/snack-bar',
    });
  });
});
