import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { documentForDredd } from './document-for-dredd.ts';
import { executeTransactions } from './dredd.ts';
import { prepare } from './hooks.ts';

/** What Dredd would send and expect, as the gate prepares it; sends nothing. */
async function transactionsOf(form: 1 | 2, document: JsonObject): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  await executeTransactions({
    endpoint: 'http://127.0.0.1:1',
    location: 'document.json',
    content: JSON.stringify(document),
    compiled: new Map(),
    before: (transaction) => {
      prepare(form, transaction);
      // From the whole document, Dredd would send the examples of parameters, which the gate never does.
      const fullPath = transaction.fullPath.replace(/\?.*/, '');
      const { name, expected, skip } = transaction;
      const request = { ...transaction.request, uri: fullPath };
      seen.push(structuredClone(skip ? { name, fullPath } : { name, fullPath, request, expected }));
      transaction.skip = true;
    },
    beforeValidation: undefined,
  });
  return seen;
}

it.each([1, 2] as const)(
  'Dredd finds the transactions of the whole document in that of form %d',
  async (form) => {
    const { document } = loadContract(form);
    const found = await transactionsOf(form, documentForDredd(document));
    expect(found.length).toBeGreaterThan(40);
    expect(found).toEqual(await transactionsOf(form, document));
  },
);
