import { readFileSync, writeFileSync } from 'node:fs';
import { requirements } from './requirements.ts';

const page = new URL('../../docs/requirements.md', import.meta.url);

/** The page of all requirements as it has to read, one anchor each. */
export function requirementsPage(): string {
  const families = Map.groupBy(requirements, ({ id }) => id.split('.')[0] ?? id);
  const sections = [...families].map(([family, list]) => {
    const items = list.map((one) => {
      const notes = [
        one.form === undefined ? 'both forms' : `Form ${one.form}`,
        one.level === 'must' ? 'a breach is a failure' : 'a breach is a warning',
        `made in: ${one.made}`,
        `in the documents: \`${one.at}\``,
        `endpoints: ${one.endpoints.join(', ')}`,
        ...(one.contract === true ? ['also at the contract level'] : []),
      ];
      return `<a id="${one.id}"></a>\n### \`${one.id}\`\n\n${one.promise}\n\n${notes.join('; ')}.\n`;
    });
    return `## ${family}\n\n${items.join('\n')}`;
  });
  return `# Requirements\n\n<!-- Written by conformance/contract/requirements-page.ts from conformance/contract/requirements.yaml. -->\n\nWhat the [conformance gate](conformance.md) holds a deployment to: ${requirements.length} requirements.\n\n${sections.join('\n')}`;
}

/** Whether docs/requirements.md reads as it has to. */
export function isPageFresh(): boolean {
  return readFileSync(page, 'utf8') === requirementsPage();
}

if (import.meta.main) writeFileSync(page, requirementsPage());
