import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ContractDocument, withExamples } from './contract-document.ts';
import { type Difference, formsPage } from './forms-page.ts';
import { type Gap, gapsPage } from './gaps-page.ts';

function read(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
}
const one: ContractDocument = parse(read('openapi/form-1.yaml'));
const two: ContractDocument = parse(read('openapi/form-2.yaml'));
const gaps: readonly Gap[] = parse(read('openapi/gaps.yaml'));

describe('the page of differences between the forms', () => {
  const bucket: Difference = {
    at: ['GET /api/v1/reports results[].bucket', 'GET /api/v1/export.csv bucket'],
    kind: 'modified',
    isBreaking: true,
    change: 'Other labels.',
    client: 'Read numbers.',
  };
  const page = formsPage(one, two, [bucket, { ...bucket, at: ['GET /a'], kind: 'added', isBreaking: false }]);

  it('says how to choose a form, then what each difference means for a client, first those that break one', () => {
    const [choosing, breaking, adding] = page.split(/^## /m).slice(1, 4);
    expect(choosing).toMatch(/^Choosing a form\n/);
    expect(breaking).toMatch(/^What breaks a client of Form 1\n/);
    expect(breaking).toContain(
      '\n- **Changed: `results[].bucket` of `/api/v1/reports` and `bucket` of `/api/v1/export.csv`.** Other labels. Read numbers.\n',
    );
    expect(adding).toMatch(/^What Form 2 adds\n/);
    expect(adding).toContain('\n- **New: `/a`.** Other labels. Read numbers.\n');
  });

  it('lists the endpoints that are the same', () => {
    const same = page.split('## The same in both forms\n')[1];
    expect(same).toContain('`/api/v1/status`');
    expect(same).not.toMatch(/reports|export/);
  });
});

describe('the page of implementation choices', () => {
  it('lists each gap once, with what this implementation does', () => {
    const page = gapsPage(gaps);
    const ids = [...page.matchAll(/^### `(.+)`$/gm)].map(([, id]) => id);
    expect(ids.toSorted()).toEqual(gaps.map(({ id }) => id).toSorted());
    expect(page.match(/^\*\*In this implementation\.\*\* \S/gm)?.length).toBe(gaps.length);
  });
});

describe('examples in guides', () => {
  const guide = (name: string) =>
    `Text\n\n<!-- example: form-2 /api/v1/status ${name} -->\n\n\`\`\`json\nold\n\`\`\`\n`;

  it('come from the document', () => {
    const filled = withExamples(guide('closed'), { 1: one, 2: two });
    expect(filled).toMatch(
      /^Text\n\n<!-- .* -->\n\n```json\n\{\n {2}"has_estimate": false,[^`]*\n\}\n```\n$/,
    );
    expect(withExamples(filled, { 1: one, 2: two })).toBe(filled);
  });

  it('must exist in the document', () => {
    expect(() => withExamples(guide('unknown'), { 1: one, 2: two })).toThrow(
      'no example unknown at /api/v1/status',
    );
  });
});
