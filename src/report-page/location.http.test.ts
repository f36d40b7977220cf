import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Running, services } from '../service/http/service-under-test.fixture.ts';
import { Phone } from './reporting.fixture.ts';

const start = services();

describe('the location of a person who reports', () => {
  const serve = (reportLocation: boolean) =>
    start({ form: 1, settings: { reportPage: true, reportLocation } });
  const stored = ({ file }: Running) => {
    const database = new DatabaseSync(file);
    const rows = database.prepare('SELECT latitude, longitude FROM report').all();
    database.close();
    return rows.map(({ latitude, longitude }) => [latitude, longitude]);
  };

  it.each([
    [
      'to about ten meters',
      true,
      { latitude: '44.0454321', longitude: '-123.0712345' },
      [44.0454, -123.0712],
    ],
    ['not without the box', true, { latitude: '', longitude: '' }, [null, null]],
    ['not from a form without the fields', true, {}, [null, null]],
    ['not unless the operator asks', false, { latitude: '44.04', longitude: '-123.07' }, [null, null]],
  ])('is stored %s, and never shown', async (_how, asked, fields, expected) => {
    const service = await serve(asked);
    const sent = await new Phone(service.url).send({ bucket: '6-10', ...fields });
    expect(sent.status).toBe(303);
    expect(stored(service)).toEqual([expected]);
    for (const path of ['reports', 'status', 'export.csv']) {
      expect(await service.text(path)).not.toMatch(/44\.04|123\.07/);
    }
  });

  it.each([
    ['latitude', { latitude: '91', longitude: '0' }],
    ['latitude', { latitude: '', longitude: '12.5' }],
    ['longitude', { latitude: '1', longitude: '-180.5' }],
    ['longitude', { latitude: '1', longitude: 'here' }],
  ])('is refused if it is none, naming %s', async (name, fields) => {
    const service = await serve(true);
    const response = await new Phone(service.url).send({ bucket: '6-10', ...fields });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining(`${name} must be a number from -`),
    ]);
    expect(stored(service)).toEqual([]);
  });

  it('is only asked for if the operator wants it', async () => {
    const pages = [await serve(true), await serve(false)].map(async ({ url }) =>
      (await new Phone(url).open()).text(),
    );
    const [asking, plain] = await Promise.all(pages);
    expect(asking).toContain('Add where I am');
    expect(asking).toContain('only kept if you tick the box');
    expect(plain).not.toMatch(/where I am|<script|latitude/);
  });
});
