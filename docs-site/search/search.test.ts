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
const EXPECTED: readonly (readonly [query: string, first: string])[] = [
  // Reading the API
  ['pagination', 'paging.html'],
  ['paginaton', 'paging.html'],
  ['pagina', 'paging.html'],
  ['next page', 'paging.html'],
  ['cursor', 'paging.html'],
  ['offset', 'paging.html'],
  ['infinite scroll', 'paging.html'],
  ['how do I get all reports', 'paging.html'],
  ['rate limit', 'quotas.html'],
  ['rate limiting', 'quotas.html'],
  ['ratelimit header', 'quotas.html#check-the-remaining-quota'],
  ['throttling', 'quotas.html'],
  ['requests per day', 'quotas.html'],
  ['polling interval', 'quotas.html#use-fewer-requests'],
  ['etag', 'quotas.html#use-fewer-requests'],
  ['caching', 'quotas.html#use-fewer-requests'],
  ['429', 'errors.html#quota-exceeded'],
  ['429 too many requests', 'errors.html'],
  ['retry after', 'errors.html'],
  ['401', 'errors.html#unauthorized'],
  ['unauthorised', 'errors.html#unauthorized'],
  ['403 forbidden', 'errors.html#unauthorized'],
  ['404 not found', 'errors.html#not-found'],
  ['500 internal server error', 'errors.html#internal-error'],
  ['error codes', 'errors.html'],
  ['status codes', 'errors.html'],
  ['problem+json', 'errors.html'],
  ['api key', 'authentication.html'],
  ['token', 'authentication.html'],
  ['get an api key', 'authentication.html'],
  ['sign up', 'accounts.html#get-a-key-in-a-minute'],
  ['magic link', 'accounts.html#get-a-key-in-a-minute'],
  ['smtp', 'operating.html#set-up-mail'],
  ['audit log', 'operating.html#the-audit-log'],
  ['rotation', 'accounts.html#keys'],
  ['register', 'authentication.html#get-a-key'],
  ['authentification', 'authentication.html'],
  ['authorization header', 'authentication.html'],
  ['lost key', 'authentication.html'],
  ['CORS', 'authentication.html#in-a-browser'],
  ['cross origin', 'authentication.html#in-a-browser'],
  ['preflight', 'authentication.html#in-a-browser'],
  ['time zone', 'time.html'],
  ['timezone', 'time.html'],
  ['UTC', 'time.html'],
  ['daylight saving', 'time.html#daylight-saving-time'],
  ['date format', 'time.html'],
  ['since until', 'time.html#dates'],
  ['date range', 'time.html#dates'],
  ['opening hours', 'time.html#opening-hours'],
  ['Öffnungszeiten', 'time.html#opening-hours'],
  ['csv', 'csv.html'],
  ['csv columns', 'csv.html#columns'],
  ['download', 'csv.html'],
  ['excel', 'csv.html#spreadsheets'],
  ['pandas', 'csv.html'],
  ['how long is the queue', 'quick-start.html#send-a-request'],
  ['how busy is it on friday', 'questions.html#does-it-predict-waiting-times'],
  ['closed on sunday', 'time.html#opening-hours'],
  ['waiting time', 'questions.html#does-it-predict-waiting-times'],
  ['python example', 'quick-start.html#python'],
  ['javascript', 'quick-start.html#javascript'],
  ['curl', 'quick-start.html'],
  ['getting started', 'quick-start.html'],
  ['tutorial', 'quick-start.html'],
  ['typescript types', 'mocks.html#with-types'],
  ['client generator', 'mocks.html#with-types'],
  ['react', 'mocks.html#through-vite'],
  ['mock server', 'mocks.html'],
  ['express middleware', 'library.html'],
  ['vitest', 'library.html'],
  ['sandbox', 'mocks.html'],
  ['test data', 'mocks.html'],
  ['prism', 'mocks.html'],
  ['swagger', 'index.html'],
  ['postman', 'index.html'],
  ['difference between form 1 and form 2', 'forms.html'],
  ['choose a form', 'index.html#choosing-a-form'],
  ['breaking changes', 'forms.html'],
  ['api changelog', 'changelog.html'],
  ['deprecation', 'compatibility.html#deprecation'],
  ['semver', 'compatibility.html'],
  ['supported versions', 'compatibility.html'],
  ['sbom', 'security.html'],
  ['accuracy', 'estimate.html#accuracy'],
  ['how is the estimate calculated', 'estimate.html'],
  ['algorithm', 'estimate.html'],
  ['machine learning', 'estimate.html'],
  ['undefined behaviour', 'gaps.html'],
  ['how many requests can I make', 'quotas.html'],
  ['my key doesn’t work', 'authentication.html'],
  ['invalid token', 'authentication.html'],
  ['exponential backoff', 'errors.html#quota-exceeded'],
  ['discord bot', 'quick-start.html'],
  ['Zeitzone', 'time.html'],
  ['Authentifizierung', 'authentication.html'],
  ['clé API', 'authentication.html'],
  // What the reference has, and no guide explains
  ['estimate_value', 'openapi/form-2.html#/other/getstatus'],
  ['photo_url', 'openapi/form-1.html#/other/listreports'],
  ['busiest hour', 'openapi/form-2.html#/other/getpatterns'],
  ['photo highlights', 'openapi/form-2.html#/other/gethighlights'],
  ['graph', 'openapi/form-2.html#/other/getchart'],
  // What there is not
  ['webhook', 'questions.html#are-there-webhooks-or-push-messages'],
  ['webhok', 'questions.html#are-there-webhooks-or-push-messages'],
  ['websocket', 'questions.html#are-there-webhooks-or-push-messages'],
  ['notifications', 'questions.html#are-there-webhooks-or-push-messages'],
  ['SDK', 'questions.html#is-there-an-sdk'],
  ['npm package', 'installing.html#npm-package'],
  ['air-gapped', 'installing.html#without-a-network'],
  ['oauth', 'questions.html#can-i-use-oauth-a-bearer-token-or-a-key-in-the-url'],
  ['bearer', 'questions.html#can-i-use-oauth-a-bearer-token-or-a-key-in-the-url'],
  ['post a report', 'questions.html#can-i-send-reports-or-change-or-delete-something'],
  ['filter', 'questions.html#can-i-filter-or-sort-the-feed-of-reports'],
  ['forecast', 'questions.html#does-it-predict-waiting-times'],
  ['latitude', 'questions.html#where-are-the-people-in-the-queue'],
  ['docker', 'deploying.html'],
  ['dokcer', 'deploying.html'],
  ['GDPR', 'accounts.html#what-is-stored-about-you'],
  ['graphql', 'questions.html#is-there-graphql-or-grpc'],
  ['price', 'questions.html#what-does-it-cost'],
  ['license', 'questions.html#what-does-it-cost'],
  // Implementing and testing
  ['conformance', 'conformance.html'],
  ['contract tests', 'conformance.html'],
  ['github actions', 'ci.html'],
  ['gitlab', 'ci.html'],
  ['jenkins', 'ci.html'],
  ['shields.io', 'ci.html#show-a-badge'],
  ['scaffold', 'from-stub-to-green.html'],
  // Operating
  ['deploy', 'deploying.html'],
  ['tab completion', 'commands.html#completion'],
  ['command line options', 'commands.html'],
  ['keys revoke', 'operating.html#keys'],
  ['leaked key', 'accounts.html#leaked-keys'],
  ['secret scanning', 'accounts.html#leaked-keys'],
  ['environment variables', 'operating.html#settings'],
  ['reverse proxy', 'operating.html#behind-a-proxy'],
  ['nginx', 'operating.html#behind-a-proxy'],
  ['kubernetes', 'deploying.html'],
  ['docker compose', 'deploying.html'],
  ['public page', 'public-page.html'],
  ['anonymous visitors', 'public-page.html'],
  ['health check', 'operating.html#health'],
  ['postgres', 'operating.html#postgresql'],
  ['logging', 'operating.html#logs'],
  ['prometheus', 'monitoring.html'],
  ['grafana', 'monitoring.html'],
  ['opentelemetry', 'monitoring.html#traces'],
  ['restore a backup', 'backup.html'],
  ['upload csv', 'importing.html'],
  ['revoke', 'operating.html#keys'],
  ['vulnerability', 'security.html#report-a-vulnerability'],
  ['release notes', 'changelog.html'],
];

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
