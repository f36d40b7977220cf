import { describe, expect, it } from 'vitest';
import { createDeployment } from '../deployment.ts';
import { schemaErrors } from '../schema-check.ts';
import { optionsOf, VARIANTS } from './variants.ts';

describe('the conforming variants', () => {
  // Those replayed a year later answer the same with another Date header
  const all = VARIANTS.filter(({ id }) => !id.endsWith('-replayed')).flatMap((variant) =>
    variant.forms.map((form) => ({ id: variant.id, form, variant })),
  );

  it.each(all)('$id answers as the document of form $form says', async ({ variant, form }) => {
    const deployment = createDeployment({ ...optionsOf(variant, form), delay: 0 });
    expect(await schemaErrors(deployment)).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(VARIANTS.map(({ id }) => id)).size).toBe(VARIANTS.length);
  });
});
