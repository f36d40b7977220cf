import type { Command } from 'commander';
import { domainOf, EligibleDomains } from '../../../accounts/eligible-domain.ts';
import { issueKey, STANDARD_QUOTA } from '../../../accounts/issue-key.ts';
import { keyNameOf } from '../../../accounts/key-rules.ts';
import { counted, EMAIL_RULE, isEmailAddress } from '../../../service/domain/texts.ts';
import { OperatorError } from '../failure.ts';
import { printResult } from '../result.ts';
import type { Settings } from '../settings.ts';
import { addKeyVenues } from '../venues/venue-option.ts';
import { keyResult } from './key-result.ts';
import { option, parseQuota, type StoreSettings, storeCommand, withStore } from './store-command.ts';
import { shortTime } from './table.ts';
import { futureExpiry, parseExpiry, type When } from './when.ts';

interface IssueSettings extends StoreSettings, Pick<Settings, 'eligibleDomains' | 'deniedDomains'> {
  readonly email: string;
  readonly name: string;
  readonly quota: number;
  readonly expires: When | null;
  readonly force: boolean;
  readonly venue: readonly string[] | null;
}

/** `headcount keys issue`, which prints a secret. */
export function issueCommand(): Command {
  const command = storeCommand('issue', 'Issue a key and print it. It is shown only once.', [
    'eligibleDomains',
    'deniedDomains',
  ]);
  return addKeyVenues(command)
    .requiredOption('--email <address>', "the owner's e-mail address")
    .addOption(
      option('--name <text>', 'name of the key, such as the program that uses it', keyNameOf, {
        value: '',
        shown: 'none',
      }),
    )
    .option('--quota <number>', 'requests a day', parseQuota, STANDARD_QUOTA)
    .addOption(
      option('--expires <when>', 'last date on which it works, or days such as 90d', parseExpiry, {
        value: null,
        shown: 'never',
      }),
    )
    .option('--force', 'issue the key for any domain', false)
    .action(
      withStore<IssueSettings>(async (context, settings) => {
        const { store, time, now } = context;
        checkAddress(settings);
        const { email, name, quota, expires, venue } = settings;
        const expiresAt = futureExpiry(expires, now, time);
        const venues = venue === null ? null : [...new Set(venue)].join(',');
        const { key, secret } = await issueKey(store, { email, name, quota, expiresAt, venues, now });
        const until = key.expiresAt === null ? '' : `, expires ${shortTime(key.expiresAt, time)}`;
        const places = venues === null ? '' : `, for ${venues.replaceAll(',', ', ')}`;
        const issued = `${counted(key.quota, 'request')} a day, issued ${shortTime(key.createdAt, time)}${until}${places}`;
        if (!settings.json) console.error(`Key ${key.id} for ${key.email}, ${issued}:`);
        printResult(settings.json, { ...keyResult(key, context), key: secret }, secret);
      }),
    );
}

function checkAddress({ email, force, eligibleDomains, deniedDomains }: IssueSettings): void {
  const domain = isEmailAddress(email) ? domainOf(email) : null;
  if (domain === null) throw new OperatorError(`--email: ${quoted(email)} is not ${EMAIL_RULE}`);
  if (force || new EligibleDomains({ allowed: eligibleDomains, denied: deniedDomains }).has(domain)) return;
  throw new OperatorError(
    `--email: ${domain} is not an eligible university domain (.edu, .edu.XX, .ac.XX, the list of universities, or one of ` +
      '--eligible-domains); add --force to issue the key anyway',
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
