/** Sends conversations to a service and checks that each request gets a documented response, in time. */
import fc from 'fast-check';
import { exchange } from './exchange.ts';
import type { Judge } from './judge.ts';
import type { Known } from './known.ts';
import { type Conversation, conversationOf } from './message.ts';
import { RAW_KINDS, rawBytesOf } from './raw-bytes.ts';
import { REQUEST_KINDS, requestsOf } from './requests.ts';

/** The service under test, and what is known about it. */
export interface Subject {
  readonly port: number;
  readonly known: Known;
  readonly judge: Judge;
}

/** Called with the status of each response, and how many requests were sent to get it. */
export type OnResponse = (status: number) => void;

/** Kinds of conversations: requests one by one, requests in a pipeline, and bytes that may not be HTTP. */
export const KINDS = [...REQUEST_KINDS, 'pipelines', ...RAW_KINDS] as const;
export type Kind = (typeof KINDS)[number];

/** What clients write, by kind. */
export function kindsOf(known: Known): Readonly<Record<Kind, fc.Arbitrary<Conversation>>> {
  const requests = requestsOf(known);
  const any = fc.oneof(...Object.values(requests));
  const single = (kind: (typeof REQUEST_KINDS)[number]) => requests[kind].map((one) => conversationOf([one]));
  const keptAlive = any.filter(({ version }) => version === '1.1');
  return {
    ...(Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, single(kind)])) as Record<
      (typeof REQUEST_KINDS)[number],
      fc.Arbitrary<Conversation>
    >),
    pipelines: fc.array(keptAlive, { minLength: 2, maxLength: 8 }).map(conversationOf),
    ...rawBytesOf(any, known.host),
  };
}

/** Sends a conversation. Returns what is wrong with how the service dealt with it, in one phrase each. */
export async function violationsOf(
  { port, judge }: Subject,
  conversation: Conversation,
  onResponse: OnResponse = () => undefined,
): Promise<readonly string[]> {
  const { messages } = conversation;
  const { responses, broken, end } = await exchange(port, conversation);
  const found = responses.flatMap((response, index) => {
    onResponse(response.status);
    return judge(messages?.[index] ?? null, response);
  });
  if (broken !== null) found.push(`not HTTP: ${broken}`);
  if (end === 'hung') found.push('neither a response nor the end of the connection in time');
  const isCut = end === 'closed' && !responses.some(({ headers }) => headers['connection'] === 'close');
  if (messages !== null && responses.length < messages.length && isCut)
    found.push('a connection was closed without a response');
  return found;
}
