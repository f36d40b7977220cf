/** An option that is missing, unknown or has a value that is not allowed. */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  /** The name of the option. */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`${option}: ${problem}`);
    this.option = option;
  }
}

/** Returns the mock's error about an option as one that names the option. Other errors stay as they are. */
export function namingOption(error: unknown): unknown {
  const [, option, problem] =
    /^(now|timeZone|play|basePath|tlsCert): (.*)/s.exec(error instanceof RangeError ? error.message : '') ??
    [];
  return option === undefined || problem === undefined ? error : new OptionError(option, problem);
}

/** The values that an option may have, and how a message describes them. */
export interface Rule {
  readonly allowed: string;
  readonly accepts: (value: unknown) => boolean;
}

/**
 * Checks options that may come from JavaScript. An option that is undefined counts as absent. Messages never contain a value,
 * since it may be a key.
 *
 * @throws {OptionError} for the first option that is unknown, missing or has the wrong value
 */
export function checkOptions(
  options: unknown,
  rules: Readonly<Record<string, Rule>>,
  required: readonly string[] = [],
): void {
  if (typeof options !== 'object' || options === null) throw new OptionError('options', 'must be an object');
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined)
      throw new OptionError(name, `is not an option. The options are ${Object.keys(rules).join(', ')}.`);
    if (value !== undefined && !rule.accepts(value)) throw new OptionError(name, `must be ${rule.allowed}`);
  }
  const missing = required.find((name) => (options as Record<string, unknown>)[name] === undefined);
  if (missing !== undefined)
    throw new OptionError(missing, `is missing; it must be ${rules[missing]?.allowed}`);
}

/** Returns the options that are not undefined, since an absent one must not replace a default. */
export function given<Options extends object>(
  options: Options,
): { [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Options> as never;
}

export const text: Rule = {
  allowed: 'a text that is not empty',
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
};

export const flag: Rule = { allowed: 'true or false', accepts: (value) => typeof value === 'boolean' };

export const callback: Rule = { allowed: 'a function', accepts: (value) => typeof value === 'function' };

/** A URL that requests can be sent to. */
export const url: Rule = {
  allowed: 'an http or https URL without a user name and password',
  accepts: (value) => {
    const parsed = typeof value === 'string' ? URL.parse(value) : null;
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username + parsed.password === '';
  },
};

/** One of a few values. */
export function oneOf(...values: readonly (string | number)[]): Rule {
  const shown = values.map((value) => JSON.stringify(value));
  return {
    allowed: [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' or '),
    accepts: (value) => values.some((one) => one === value),
  };
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number): Rule {
  return {
    allowed: `a whole number from ${least} to ${most}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}
