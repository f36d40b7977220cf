import type { RequirementRecord } from '../../conformance/contract/requirement-record.ts';

const NAMES = {
  all: 'all endpoints',
  json: 'all endpoints with JSON responses',
  shared: 'all endpoints that both forms have',
};

/** The page of all requirements, with one anchor each. */
export function requirementsPage(records: readonly RequirementRecord[]): string {
  const families = Map.groupBy(records, ({ id }) => id.split('.')[0] ?? id);
  const sections = [...families].map(([family, list]) => `## ${family}\n\n${list.map(itemOf).join('\n')}`);
  return `# Requirements

<!-- Written by npm run contract from the sources of the documents and conformance/families/*/requirements.ts. -->

The [conformance gate](conformance.md) checks a deployment against these ${records.length} requirements. Each entry shows:

- what the requirement applies to, and whether it is required, or recommended so that a failure is only a warning
- its place in the OpenAPI documents, as a JSON pointer
- how the gate reads the description of the API, if it can be read in more than one way
- what it presupposes: if one of those requirements fails at the same endpoint, a failure of this one follows from it

A requirement “at the contract level” is also checked with \`--level contract\`, for mocks.

${sections.join('\n')}`;
}

function itemOf(one: RequirementRecord): string {
  const level = one.level === 'must' ? 'required' : 'recommended';
  const presupposed = (one.presupposes ?? []).map((id) => `[\`${id}\`](#${id})`).join(', ');
  const facts = [
    [
      'Applies to',
      `${one.form === undefined ? 'both forms' : `Form ${one.form}`}; ${endpointsText(one.endpoints)}`,
    ],
    ['Level', `${level}${one.contract ? ', also at the contract level' : ''}`],
    ['In the documents', `\`${one.at}\``],
    ...(one.reading === undefined ? [] : [['How the gate reads it', one.reading]]),
    ...(presupposed === '' ? [] : [['Presupposes', presupposed]]),
  ];
  const list = facts.map(([name, text]) => `- **${name}:** ${text}\n`).join('');
  return `<a id="${one.id}"></a>\n### \`${one.id}\`\n\n${one.promise}\n\n${list}`;
}

function endpointsText(endpoints: RequirementRecord['endpoints']): string {
  return typeof endpoints === 'string' ? NAMES[endpoints] : endpoints.join(', ');
}
