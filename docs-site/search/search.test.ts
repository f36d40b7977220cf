import { describe, expect, it } from 'vitest';
import { renderGuides } from '../guides.ts';
import { OTHER_WORDS } from './other-words.ts';
import { searchEntries } from './search-data.ts';
import { createSearch } from './search-index.ts';

const { guides } = await renderGuides();
const entries = await searchEntries(guides);
const search = createSearch(entries);

function addresses(query: string): readonly string[] {
  return search(query).map(({ entry }) => entry.address);
}

/** What people type, and what they expect first: a page with any of its sections, or a section. */
const EXPECTED = Object.entries({
  'paging.html':
    'pagination, paginaton, pagina, next page, cursor, offset, infinite scroll, how do I get all reports, filter, latitude, csv, download',
  'limits.html': 'rate limit, rate limiting, throttling, requests per day, how many requests can I make',
  'limits.html#check-what-is-left': 'ratelimit header',
  'errors.html#quota-exceeded': '429, exponential backoff',
  'errors.html': '429 too many requests, retry after, error codes, status codes, problem+json',
  'errors.html#unauthorized': '401, unauthorised, 403 forbidden',
  'errors.html#not-found': '404 not found',
  'errors.html#internal-error': '500 internal server error',
  'keys.html':
    'api key, token, get an api key, authentification, authorization header, lost key, my key doesn’t work, ' +
    'invalid token, Authentifizierung, clé API, oauth, bearer',
  'account-page.html#turn-it-on': 'smtp',
  'account-page.html#the-audit-log': 'audit log',
  'keys.html#manage-your-keys': 'rotation',
  'keys.html#get-a-key': 'register, sign up, magic link',
  'keys.html#in-a-browser': 'CORS, cross origin, preflight',
  'time.html': 'time zone, timezone, UTC, date format, Zeitzone',
  'time.html#daylight-saving-time': 'daylight saving',
  'time.html#dates': 'since until, date range',
  'time.html#opening-hours': 'opening hours, Öffnungszeiten, closed on sunday',
  'paging.html#export-everything-as-csv': 'csv columns, excel',
  'recipes.html#notebook': 'pandas',
  'recipes.html#home-assistant': 'home assistant',
  'recipes.html#bot': 'discord bot',
  'quick-start.html#send-a-request': 'how long is the queue',
  'time.html#how-often-data-changes': 'how busy is it on friday, waiting time, forecast',
  'quick-start.html#python': 'python example',
  'quick-start.html#javascript': 'javascript',
  'quick-start.html': 'curl, getting started, tutorial',
  'generated-clients.html': 'typescript types, client generator, orval',
  'react.html': 'react',
  'client-tests.html': 'vitest, playwright, msw',
  'mocks.html': 'mock server, sandbox, test data, prism',
  'library.html': 'library',
  'express.html': 'express middleware',
  'index.html': 'swagger, postman',
  'forms.html': 'difference between form 1 and form 2, breaking changes',
  'forms.html#choosing-a-form': 'choose a form',
  'changelog.html': 'api changelog, release notes',
  'compatibility.html#deprecation': 'deprecation',
  'compatibility.html': 'semver, supported versions',
  'reporting-a-vulnerability.html': 'sbom',
  'security.html': 'owasp, threat model',
  'comparison.html': 'schemathesis, dredd',
  'estimate.html#accuracy': 'accuracy',
  'estimate.html': 'how is the estimate calculated, algorithm, machine learning',
  'choices.html': 'undefined behaviour',
  'openapi/form-2.html#/other/getstatus': 'estimate_value',
  'openapi/form-1.html#/other/listreports': 'photo_url',
  'openapi/form-2.html#/other/getpatterns': 'busiest hour',
  'openapi/form-2.html#/other/gethighlights': 'photo highlights',
  'openapi/form-2.html#/other/getchart': 'graph',
  'limits.html#use-fewer-requests':
    'polling interval, etag, caching, webhook, webhok, websocket, notifications',
  'quick-start.html#next-steps': 'SDK',
  'compose.html': 'docker, dokcer, deploy, docker compose',
  'kubernetes.html': 'kubernetes, helm',
  'upgrading.html': 'upgrade, new version',
  'trouble.html': 'troubleshooting, 502',
  'keys.html#your-data': 'GDPR',
  'limits.html#get-a-higher-quota': 'price, license',
  'conformance.html': 'conformance, contract tests',
  'ci.html': 'github actions, gitlab, jenkins',
  'ci.html#show-a-badge': 'shields.io',
  'implementing.html': 'scaffold',
  'commands.html#completion': 'tab completion',
  'commands.html': 'command line options',
  'your-venue.html': 'systemd, caddy, vps, my venue',
  'settings.html#keys': 'keys revoke, revoke',
  'settings.html': 'environment variables',
  'settings.html#behind-a-proxy': 'reverse proxy, nginx',
  'keys.html#leaked-keys': 'leaked key, secret scanning',
  'public-page.html': 'public page, anonymous visitors',
  'settings.html#health': 'health check',
  'several-nodes.html': 'postgres',
  'settings.html#logs': 'logging',
  'monitoring.html': 'prometheus, grafana',
  'monitoring.html#traces': 'opentelemetry',
  'backup.html': 'restore a backup',
  'importing.html': 'upload csv',
  'reporting-a-vulnerability.html#report-a-vulnerability': 'vulnerability',
}).flatMap(([first, queries]) => queries.split(', ').map((query) => [query, first] as const));

describe('the search', () => {
  it.each(EXPECTED)('%s finds %s first', (query, first) => {
    const [found = 'nothing'] = addresses(query);
    if (first.includes('#')) expect(found).toBe(first);
    else expect(found.split('#')[0]).toBe(first);
  });

  it.each(['photo_url', 'open_window', 'minutes_until_close', 'limit', 'getStatus'])(
    'finds %s in the reference',
    (name) => {
      const found = search(name).filter(({ entry }) => entry.address.startsWith('openapi/'));
      expect(found.flatMap(({ entry }) => [...(entry.names ?? [])])).toContain(name);
    },
  );

  it('puts guides before the reference, and records of decisions last', () => {
    const kinds = addresses('cursor').map((address) => address.replace(/[.#/].*/, ''));
    expect(kinds[0]).toBe('paging');
    expect(kinds.indexOf('openapi')).toBeGreaterThan(0);
    expect(kinds.indexOf('decisions')).toBeGreaterThan(kinds.indexOf('openapi'));
  });

  it('finds nothing for a word that no page has, and something for such a word beside others', () => {
    expect(addresses('xylophone')).toEqual([]);
    expect(addresses('xylophone cursor')[0]).toBe('paging.html');
  });

  it('searches for words of questions if there are no others', () => {
    expect(addresses('the').length).toBeGreaterThan(20);
  });
});

it('has other words only for what exists', () => {
  const known = new Set(entries.map(({ address }) => address));
  expect(Object.keys(OTHER_WORDS).filter((address) => !known.has(address))).toEqual([]);
});
