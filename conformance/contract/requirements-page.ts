import { readFileSync, writeFileSync } from 'node:fs';
import { presuppositions } from './presuppositions.ts';
import { requirementRecords } from './requirements.ts';
import { type RevisionRecord, revisions } from './revisions.ts';

const NAMES = { all: 'all', json: 'all with JSON responses', shared: 'all that both forms have' };
const page = new URL('../../docs/requirements.md', import.meta.url);

/** The page of all requirements, with one anchor each. */
export function requirementsPage(): string {
  const families = Map.groupBy(requirementRecords, ({ id }) => id.split('.')[0] ?? id);
  const sections = [...families].map(([family, list]) => {
    const items = list.map((one) => {
      const notes = [
        one.form === undefined ? 'both forms' : `Form ${one.form}`,
        one.level === 'must' ? 'required' : 'recommended, so a failure is a warning',
        `source: ${one.made.join(', ')}`,
        `in the documents: \`${one.at}\``,
        `endpoints: ${typeof one.endpoints === 'string' ? NAMES[one.endpoints] : one.endpoints.join(', ')}`,
        ...(one.contract ? ['also at the contract level'] : []),
        `since ${one.since}`,
        ...(one.changed ?? []).map(({ since, note }) => `stricter since ${since}: ${note}`),
      ];
      const reading = one.reading === undefined ? '' : `\nReading: ${one.reading}\n`;
      const presupposed = [...new Set(presuppositions[one.id])].map((id) => `[\`${id}\`](#${id})`).join(', ');
      const cause =
        presupposed === ''
          ? ''
          : `\nA failure follows from one of these at the same endpoint: ${presupposed}.\n`;
      return `<a id="${one.id}"></a>\n### \`${one.id}\`\n\n${one.promise}\n\n${notes.join('; ')}.\n${reading}${cause}`;
    });
    return `## ${family}\n\n${items.join('\n')}`;
  });
  return `# Requirements\n\n<!-- Written by conformance/contract/requirements-page.ts from conformance/contract/requirements/. -->\n\nThe [conformance gate](conformance.md) checks a deployment against these ${requirementRecords.length} requirements. Each names the sentences of the API description that make the promise, by section and number.\n\n${revisionTable()}\n${sections.join('\n')}`;
}

function revisionTable(): string {
  const rows = revisions.map(({ id, date, changes, withdrawn = [] }: RevisionRecord) => {
    const gone = withdrawn.length === 0 ? '' : ` Withdrawn: ${withdrawn.join(', ')}.`;
    return `| ${id} | ${date} | ${changes}${gone} |\n`;
  });
  return `Requirements have dated revisions, and a run can be [pinned to one](conformance.md#pin-a-revision).\n\n| Revision | Date | Changes |\n|---|---|---|\n${rows.join('')}`;
}

/** Whether docs/requirements.md is up to date. */
export function isPageFresh(): boolean {
  return readFileSync(page, 'utf8') === requirementsPage();
}

if (import.meta.main) writeFileSync(page, requirementsPage());
