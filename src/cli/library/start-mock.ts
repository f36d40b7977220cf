import { startMock as start } from '../../../mocks/main.ts';
import { PLAY_NAMES, SCENARIO_NAMES } from '../../../mocks/scenarios.ts';
import type { MockOptions, RunningMock } from './mock-options.ts';
import { checkOptions, flag, given, namingOption, oneOf, type Rule, text, whole } from './options.ts';

const RULES = {
  form: oneOf(1, 2),
  host: text,
  port: whole(0, 65_535),
  scenario: oneOf(...SCENARIO_NAMES),
  play: oneOf(...PLAY_NAMES),
  speed: whole(1, 3600),
  timeZone: text,
  now: text,
  delayMs: whole(0, 60_000),
  basePath: text,
  corsCredentials: flag,
  tlsCert: text,
  tlsKey: text,
  vary: whole(1, 999_999),
} as const satisfies Record<keyof MockOptions, Rule>;

/** Starts a mock with checked options. `index.ts` describes it. */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  checkOptions(options, RULES);
  const { delayMs, form = 2, ...others } = options;
  const mock = await start({ ...given(others), form, delay: delayMs ?? 0 }).catch((error: unknown) => {
    throw namingOption(error);
  });
  const close = () => mock.close();
  return { url: mock.url, close, [Symbol.asyncDispose]: close };
}
