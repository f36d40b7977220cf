import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutMark } from '../../service/domain/texts.ts';
import type { Kit } from './kit.ts';

/** A scaffold cannot be written or updated as requested; the message names the option and the remedy. */
export class StubsError extends Error {
  override readonly name = 'StubsError';
}

/** The file that records what a scaffold was generated from. */
export const RECORD = 'headcount.json';

/** A record of the form, and of the kit that contains the gate. */
export function recordText(form: 1 | 2, { folder }: Kit): string {
  const about = 'Written by `headcount stubs`: the form of the contract, and the kit that contains the gate';
  return `${JSON.stringify({ about, form, kit: folder }, null, 2)}\n`;
}

/** The form that a scaffold was generated from. Throws a StubsError if the folder contains no scaffold. */
export async function recordedForm(out: string): Promise<1 | 2> {
  const text = await readFile(join(out, RECORD), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new StubsError(
      `--out: ${out} contains no scaffold (${RECORD} is missing). Omit --update to create one.`,
    );
  });
  const form = formIn(text);
  if (form === 1 || form === 2) return form;
  throw new StubsError(`--out: ${join(out, RECORD)} is invalid: "form" must be 1 or 2.`);
}

function formIn(text: string): unknown {
  try {
    return (JSON.parse(withoutMark(text)) as { form?: unknown } | null)?.form;
  } catch {
    return undefined;
  }
}
