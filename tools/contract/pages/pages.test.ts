import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ContractDocument } from './contract-document.ts';
import { withExamples } from './examples.ts';
import { type Difference, formsPage } from './forms-page.ts';
import { type Gap, gapsPage, LEFT_OPEN } from './gaps-page.ts';

function read(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
}
const one: ContractDocument = parse(read('openapi/form-1.yaml'));
const two: ContractDocument = parse(read('openapi/form-2.yaml'));
const gaps: readonly Gap[] = parse(read('openapi/gaps.yaml'));

/** The rows of a page's tables, as cells. */
function rows(page: string): readonly (readonly string[])[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

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

  it('lists each difference between the documents', () => {
    const names = rows(page).map(([name]) => name);
    for (const name of [
      'open_window',
      'open_hours',
      'results[].bucket',
      'results[].photo_url',
      'has_photo',
    ]) {
      expect(names).toContain(`\`${name}\``);
    }
    expect(page).toContain('## `/api/v1/highlights`\n\n**Only in Form 2.**');
  });

  it('leaves the choices of this implementation to the page of choices', () => {
    expect(page).not.toContain(LEFT_OPEN);
    expect(
      rows(page)
        .find(([name]) => name === '`open_window.end`')
        ?.at(-1),
    ).toBe('date-time. The latest closing time in the same week.');
  });

  it('lists endpoints that are the same, and none of their fields', () => {
    expect(page).toMatch(/## The same in both forms\n\n`\/api\/v1\/status`/);
    const names = rows(page).map(([name]) => name);
    for (const name of ['results[].id', 'timestamp', 'by_hour', 'scatter'])
      expect(names).not.toContain(`\`${name}\``);
  });

  it('has links to its own headings, also if every endpoint differs', () => {
    const paths = Object.fromEntries(Object.entries(two.paths).map(([path, item]) => [`${path}/2`, item]));
    const allDiffer = formsPage(one, { ...two, paths }, []);
    expect(allDiffer).not.toContain('## The same');
    for (const text of [page, allDiffer]) {
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
        heading.toLowerCase().replaceAll(' ', '-'),
      );
      for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor);
    }
  });

  it('has no section for documents without differences', () => {
    expect(formsPage(two, two, [])).not.toContain('| Form 1 | Form 2 |');
    expect(rows(formsPage(two, two, []))).toEqual([]);
  });

  it('lists a parameter with other bounds', () => {
    const changed = structuredClone(two) as { paths: ContractDocument['paths'] } & ContractDocument;
    const parameter = changed.paths['/api/v1/highlights']?.get.parameters?.[0] as {
      schema: { maximum: number };
    };
    parameter.schema.maximum = 90;
    expect(rows(formsPage(two, changed, [])).at(-1)).toEqual([
      'parameter `days`',
      expect.stringContaining('1 to 60, default 7'),
      expect.stringContaining('1 to 90, default 7'),
    ]);
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
