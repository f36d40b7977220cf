import type { Command } from 'commander';
import type { LocalTime } from '../../domain/local-time.ts';
import { printable } from '../../domain/printable.ts';
import type { QuotaRequestRecord } from '../../store/account-store.ts';
import { OperatorError } from '../failure.ts';
import { printResult } from '../result.ts';
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
import { shortTime, table } from './table.ts';

/** The longest answer to a request, in characters. */
const ANSWER_LENGTH = 1000;

/** The characters of a reason that a table shows. */
const SHOWN_REASON = 60;

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

/** A request as commands return it. Times are timestamps in the venue's time zone. */
interface RequestResult {
  readonly id: number;
  readonly key: number;
  readonly keyName: string;
  readonly account: number;
  readonly email: string;
  readonly state: 'open' | 'granted' | 'refused';
  /** Requests a day. */
  readonly quota: number;
  readonly reason: string;
  readonly requestedAt: string;
  readonly decidedAt: string | null;
  /** Requests a day. */
  readonly granted: number | null;
  readonly answer: string;
}

/** Requests as `--json` and in a table. */
export function requestsOf(
  requests: readonly QuotaRequestRecord[],
  time: LocalTime,
): { readonly results: readonly RequestResult[]; readonly text: string } {
  const heads = ['ID', 'KEY', 'NAME', 'OWNER', 'STATE', 'QUOTA', 'REQUESTED', 'REASON'];
  const rows = requests.map((one) => [
    ...[`${one.id}`, `${one.key}`, one.keyName, one.email, stateOf(one), `${one.quota}`],
    ...[shortTime(one.createdAt, time), shortened(one.reason)],
  ]);
  return { results: requests.map((one) => resultOf(one, time)), text: table([heads, ...rows]) };
}

/** The beginning of a reason, for a table; `--json` has all of it. */
function shortened(reason: string): string {
  const characters = [...reason];
  return characters.length <= SHOWN_REASON ? reason : `${characters.slice(0, SHOWN_REASON).join('')}…`;
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
          printResult(json, resultOf(decided, context.time), text);
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
        resultOf(decided, context.time),
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

function stateOf({ decidedAt, granted }: QuotaRequestRecord): RequestResult['state'] {
  if (decidedAt === null) return 'open';
  return granted === null ? 'refused' : 'granted';
}

function resultOf(request: QuotaRequestRecord, time: LocalTime): RequestResult {
  const { id, key, keyName, account, email, quota, reason, createdAt, decidedAt, granted, answer } = request;
  return {
    ...{ id, key, keyName, account, email, state: stateOf(request), quota, reason },
    requestedAt: time.timestamp(createdAt),
    decidedAt: decidedAt === null ? null : time.timestamp(decidedAt),
    ...{ granted, answer },
  };
}
