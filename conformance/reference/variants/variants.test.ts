import { describe, expect, it } from 'vitest';
import { schemaErrors } from '../schema-check.ts';
import { createReference } from '../service.ts';
import { VARIANTS } from './variants.ts';

describe('the conforming variants', () => {
  // Those replayed a year later answer the same with another Date header
  const all = VARIANTS.filter(({ id }) => !id.endsWith('-replayed')).flatMap((variant) =>
    variant.forms.map((form) => ({ id: variant.id, form, variant })),
  );

  it.each(all)('$id answers as the document of form $form says', async ({ variant, form }) => {
    const service = createReference({ ...variant.options, form, delay: 0 });
    expect(await schemaErrors(service)).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(VARIANTS.map(({ id }) => id)).size).toBe(VARIANTS.length);
  });
});
