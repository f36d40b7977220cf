import { expect, it } from 'vitest';
import { ownServiceOf } from './own-service.ts';

const baseUrl = 'https://line.test/live';

it.each([[null], [''], ['//evil.example'], ['../x'], ['javascript:alert(1)']])(
  'the paths %j lead nowhere',
  (content) => {
    const own = ownServiceOf((name) => (name === 'venue-name' ? null : content), baseUrl);
    expect(own).toEqual({ baseUrl, publicPath: null, hasAccountPage: false, venueName: null });
  },
);

it('reads what the service has put into the page', () => {
  const contents = new Map([
    ['public-page', 'page'],
    ['account-page', 'account'],
    ['venue-name', '<Café>'],
  ]);
  expect(ownServiceOf((name) => contents.get(name) ?? null, baseUrl)).toEqual({
    baseUrl,
    publicPath: '/page',
    hasAccountPage: true,
    venueName: '<Café>',
  });
});
