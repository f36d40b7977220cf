import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StubsError } from './errors.ts';

/** The file in which a scaffold keeps what it was made from. */
export const RECORD = 'headcount.json';

const KIT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The record of a form, and of this kit as the place where the gate is found. */
export function recordText(form: 1 | 2): string {
  const about = 'Written by `headcount stubs`: the form of the contract, and the kit that has the gate';
  return `${JSON.stringify({ about, form, kit: KIT }, null, 2)}\n`;
}

/** The form that a scaffold was made from. Throws a StubsError when the folder holds none. */
export async function recordedForm(out: string): Promise<1 | 2> {
  const text = await readFile(join(out, RECORD), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new StubsError(
      `--out: ${out} holds no scaffold (${RECORD} is missing); leave --update out to make one`,
    );
  });
  const form = formIn(text);
  if (form === 1 || form === 2) return form;
  throw new StubsError(`--out: ${join(out, RECORD)} does not tell the form; its "form" must be 1 or 2`);
}

function formIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { form?: unknown } | null)?.form;
  } catch {
    return undefined;
  }
}
