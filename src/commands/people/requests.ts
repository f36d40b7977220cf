import type { Command } from 'commander';
import { printable } from '../../domain/printable.ts';
import type { QuotaRequestRecord } from '../../store/account-store.ts';
import { OperatorError } from '../failure.ts';
import { printResult } from '../result.ts';
import { requestResult, requestsOf } from './request-result.ts';
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

/** The longest answer to a request, in characters. */
const ANSWER_LENGTH = 1000;

interface DecideSettings extends StoreSettings {
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
  return storeCommand('list', 'List the open requests, the newest first.')
    .option('--all', 'also those that were granted or refused', false)
    .action(
      withStore<StoreSettings & { readonly all: boolean }>(async ({ store, time }, { json, all }) => {
        const { results, text } = requestsOf(await store.quotaRequests(all ? {} : { open: true }), time);
        const none = all ? 'No requests.' : 'No open requests.';
        printResult(json, { requests: results }, results.length === 0 ? none : text);
      }),
    );
}

function grantCommand(): Command {
  return addRequest(storeCommand('grant', 'Grant a request, and set the quota of its key.'))
    .addOption(
      option('--quota <number>', 'requests a day', parseQuota, { value: null, shown: 'as requested' }),
    )
    .action(
      withStore<DecideSettings & { readonly quota: number | null }, [number]>(
        async (context, { json, quota, answer }, id) => {
          const { quota: requested } = await requestOf(context, id);
          const decided = await decide(context, id, quota ?? requested, answer);
          const text = `Request ${id} of ${printable(decided.email)} was granted: key ${decided.key} may make ${decided.granted} requests a day.`;
          printResult(json, requestResult(decided, context.time), text);
        },
      ),
    );
}

function refuseCommand(): Command {
  return addRequest(storeCommand('refuse', 'Refuse a request. The quota of its key stays.')).action(
    withStore<DecideSettings, [number]>(async (context, { json, answer }, id) => {
      const decided = await decide(context, id, null, answer);
      printResult(
        json,
        requestResult(decided, context.time),
        `Request ${id} of ${printable(decided.email)} was refused.`,
      );
    }),
  );
}

function addRequest(command: Command): Command {
  return command.argument('<id>', 'ID of the request, as `requests list` shows it', parseId).addOption(
    option('--answer <text>', 'words for the owner, who sees them on the page', answerOf, {
      value: '',
      shown: 'none',
    }),
  );
}

async function decide(
  { store, now }: Context,
  id: number,
  granted: number | null,
  answer: string,
): Promise<QuotaRequestRecord> {
  const decided = await store.decideQuotaRequest(id, { granted, answer, at: now });
  if (decided === 'decided') throw new OperatorError(`request ${id} was granted or refused before`);
  return decided ?? noSuchRequest(id);
}

async function requestOf({ store }: Context, id: number): Promise<QuotaRequestRecord> {
  return (await store.quotaRequests({})).find((one) => one.id === id) ?? noSuchRequest(id);
}

function noSuchRequest(id: number): never {
  throw new OperatorError(`there is no request ${id}; \`headcount requests list --all\` lists all requests`);
}

function answerOf(typed: string): string {
  const answer = typed.trim();
  if ([...answer].length <= ANSWER_LENGTH && !/(?!\n)\p{C}/u.test(answer)) return answer;
  throw new RangeError(`It must be a text of at most ${ANSWER_LENGTH} visible characters.`);
}
