import { isScenarioName, type ScenarioName } from '../scenarios.ts';
import { Refusal } from './refusal.ts';

/** A place in the feed of one moment: a walk stays in the moment it began in, so it ends and repeats nothing. */
export interface Cursor {
  readonly scenario: ScenarioName;
  readonly now: Temporal.Instant;
  /** How many newer reports there are. */
  readonly offset: number;
}

export function writeCursor({ scenario, now, offset }: Cursor): string {
  const seconds = Math.floor(now.epochMilliseconds / 1000);
  return Buffer.from(`${scenario} ${seconds} ${offset}`).toString('base64url');
}

/** Reads a cursor that `writeCursor` wrote. @throws {Refusal} when it did not */
export function readCursor(text: string): Cursor {
  const plain = Buffer.from(text, 'base64url').toString();
  const [, scenario = '', seconds = '', offset = ''] = /^([a-z-]+) (\d{1,11}) (\d{1,6})$/.exec(plain) ?? [];
  if (!isScenarioName(scenario)) {
    throw new Refusal('cursor', `"${text}" was not handed out by this mock; take it from next or previous.`);
  }
  const now = Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000);
  return { scenario, now, offset: Number(offset) };
}
