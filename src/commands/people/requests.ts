import type { Command } from 'commander';
import { printable } from '../../domain/printable.ts';
import { isWithin, TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { QuotaRequestRecord } from '../../store/account-store.ts';
import { OperatorError } from '../failure.ts';
import { printResult } from '../result.ts';
import { decisionMailer, MAIL_SETTINGS, type MailSettings } from './decision-mail.ts';
import { requestResult, requestTable, stateOf, withKeys } from './request-result.ts';
import {
  type Context,
  commandGroup,
  option,
  parseId,
  parseQuota,
  type StoreSettings,
  storeCommand,
  withStore,
} from './store-command.ts';
import { shortTime, zoneSentence } from './table.ts';

interface DecideSettings extends StoreSettings, MailSettings {
  readonly answer: string;
}

/** `headcount requests`: requests of owners for a higher quota. */
export function requestsCommand(): Command {
  return commandGroup('requests', 'List, grant and refuse requests for higher quotas.', [
    listCommand(),
    grantCommand(),
    refuseCommand(),
  ]);
}

function listCommand(): Command {
  return storeCommand('list', 'List the open requests, the oldest first.')
    .option('--all', 'also requests that were granted or refused', false)
    .action(
      withStore<StoreSettings & { readonly all: boolean }>(async (context, { json, all }) => {
        const newest = await context.store.quotaRequests(all ? {} : { open: true });
        const requests = await withKeys(newest.toReversed(), context);
        const none = all ? 'No requests.' : 'No open requests.';
        const text = [zoneSentence(context.time), requestTable(requests, context, { owners: true })].join(
          '\n',
        );
        const result = { requests: requests.map((one) => requestResult(one, context)) };
        printResult(json, result, requests.length === 0 ? none : text);
      }),
    );
}

function grantCommand(): Command {
  return addRequest(
    storeCommand('grant', 'Grant a request, set the quota of its key, and mail its owner.', MAIL_SETTINGS),
  )
    .addOption(
      option('--quota <number>', 'requests a day', parseQuota, { value: null, shown: 'as requested' }),
    )
    .action(
      withStore<DecideSettings & { readonly quota: number | null }, [number]>(
        async (context, settings, id) => {
          const { quota: requested } = await requestOf(context, id);
          const { request, result, mailed } = await decide(
            context,
            id,
            settings.quota ?? requested,
            settings,
          );
          const text = `Request ${id} of ${printable(request.email)} was granted: key ${request.key} may make ${request.granted} requests a day.`;
          printResult(settings.json, result, text + mailed);
        },
      ),
    );
}

function refuseCommand(): Command {
  return addRequest(
    storeCommand(
      'refuse',
      'Refuse a request, and mail its owner. The quota of its key stays.',
      MAIL_SETTINGS,
    ),
  ).action(
    withStore<DecideSettings, [number]>(async (context, settings, id) => {
      const { request, result, mailed } = await decide(context, id, null, settings);
      printResult(
        settings.json,
        result,
        `Request ${id} of ${printable(request.email)} was refused.${mailed}`,
      );
    }),
  );
}

function addRequest(command: Command): Command {
  return command.argument('<id>', 'ID of the request, as `requests list` shows it', parseId).addOption(
    option('--answer <text>', 'message to the owner, on the account page and in the mail', answerOf, {
      value: '',
      shown: 'none',
    }),
  );
}

async function decide(
  context: Context,
  id: number,
  granted: number | null,
  settings: DecideSettings,
): Promise<{ readonly request: QuotaRequestRecord; readonly result: object; readonly mailed: string }> {
  const { store, now } = context;
  const { answer } = settings;
  const mail = decisionMailer(settings);
  const decided = (await store.decideQuotaRequest(id, { granted, answer, at: now })) ?? noSuchRequest(id);
  const request = typeof decided === 'string' ? await requestOf(context, id) : decided;
  const [withKey] = await withKeys([request], context);
  if (withKey === undefined) throw new Error('a request has no key');
  if (decided === 'decided') throw new OperatorError(decidedBefore(request, context));
  if (decided === 'not-higher') throw new OperatorError(notHigher(request, withKey.quota));
  const mailed = await mailTo(request, mail);
  return { request, result: { ...requestResult(withKey, context), isMailed: mailed !== '' }, mailed };
}

/** What to say about the mail. The decision holds without one, too. */
async function mailTo(request: QuotaRequestRecord, mail: ReturnType<typeof decisionMailer>): Promise<string> {
  if (mail === null) return '';
  const owner = printable(request.email);
  try {
    await mail(request);
    return ` The decision was mailed to ${owner}.`;
  } catch (error) {
    console.error(`headcount: the decision could not be mailed to ${owner}: ${(error as Error).message}`);
    return '';
  }
}

function decidedBefore(request: QuotaRequestRecord, { time }: Context): string {
  const { id, key, granted, decidedAt } = request;
  const many = granted === null ? '' : ` (${granted} requests a day)`;
  const decision = `was ${stateOf(request)} at ${shortTime(decidedAt, time)}${many}`;
  return `request ${id} ${decision}; to change the quota of its key, use \`headcount keys quota ${key} N\``;
}

function notHigher({ key }: QuotaRequestRecord, quota: number): string {
  return (
    `key ${key} may make ${quota} requests a day already; grant at least ${quota + 1} with --quota, refuse the request, ` +
    `or set a lower quota with \`headcount keys quota ${key} N\``
  );
}

async function requestOf({ store }: Context, id: number): Promise<QuotaRequestRecord> {
  return (await store.quotaRequests({})).find((one) => one.id === id) ?? noSuchRequest(id);
}

function noSuchRequest(id: number): never {
  throw new OperatorError(`there is no request ${id}; \`headcount requests list --all\` lists all requests`);
}

function answerOf(typed: string): string {
  const answer = typed.trim();
  if (isWithin(answer, TEXT_LIMITS.answer) && !/(?!\n)\p{C}/u.test(answer)) return answer;
  throw new RangeError(`It must be a text of at most ${TEXT_LIMITS.answer} visible characters.`);
}
