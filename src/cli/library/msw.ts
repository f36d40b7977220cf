/**
 * The mock inside tests and pages, for Mock Service Worker (MSW). Unlike `index.ts`, this module runs in browsers: it has no module of
 * Node, and needs only `msw`.
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
import { builderIn, clockFrom, instantOf } from '../../../mocks/clock.ts';
import { CODES } from '../../../mocks/http/preferences.ts';
import { MOCK_URL, pageMock } from '../../../mocks/page-mock.ts';
import { SCENARIO_NAMES } from '../../../mocks/scenarios.ts';
import type { MockHandlerOptions } from './mock-options.ts';
import { checkOptions, namingOption, oneOf, type Rule, text, url, whole } from './options.ts';

export type { ScenarioName } from '../../../mocks/scenarios.ts';
export type { MockHandlerOptions } from './mock-options.ts';
export { OptionError } from './options.ts';

const RULES = {
  form: oneOf(1, 2),
  baseUrl: url,
  scenario: oneOf(...SCENARIO_NAMES),
  code: oneOf(...CODES),
  key: text,
  timeZone: text,
  now: text,
  delayMs: whole(0, 60_000),
} as const satisfies Record<keyof MockHandlerOptions, Rule>;

/**
 * Creates request handlers for `setupServer` and `setupWorker` of MSW. They respond to every request below `/api/v1/` and `/photos/` of the
 * base URL as `startMock` would, in status, headers and body. They don't touch other requests.
 *
 * @throws {OptionError} if an option is unknown or not allowed
 */
export function createMockHandlers(options: MockHandlerOptions = {}): HttpHandler[] {
  checkOptions(options, RULES);
  const { key, baseUrl: given = MOCK_URL } = options;
  const respond = mockOf(options);
  const { origin, pathname } = new URL(given);
  const baseUrl = `${origin}${pathname.replace(/\/+$/, '')}`;
  return ['api/v1', 'photos'].map((folder) =>
    http.all(`${baseUrl}/${folder}/*`, async ({ request: { method, url, headers: sentHeaders } }) => {
      const { status, headers, content } = await respond({
        method,
        url: new URL(url.slice(baseUrl.length), origin),
        baseUrl,
        prefer: sentHeaders.get('Prefer') ?? undefined,
        authorization: sentHeaders.get('Authorization') ?? (key === undefined ? undefined : `Token ${key}`),
      });
      return new HttpResponse(method === 'HEAD' ? null : content, { status, headers });
    }),
  );
}

function mockOf({ form = 2, scenario = 'rush', code, delayMs: delay = 0, ...time }: MockHandlerOptions) {
  try {
    const build = builderIn(time.timeZone ?? Temporal.Now.timeZoneId());
    return pageMock(form, {
      scenario,
      code,
      delay,
      build,
      clock: clockFrom(time.now === undefined ? null : instantOf(time.now)),
    });
  } catch (error) {
    throw namingOption(error);
  }
}
