import type { ContractDocument, Operation } from './contract-document.ts';
import { answerFields, type Field, parameterFields } from './fields.ts';

interface Pair {
  readonly path: string;
  readonly one: Operation | undefined;
  readonly two: Operation | undefined;
}

/** docs/forms.md: what changes from Form 1 to Form 2, found by comparing the two documents. */
export function formsPage(one: ContractDocument, two: ContractDocument): string {
  const paths = [...new Set([...Object.keys(one.paths), ...Object.keys(two.paths)])];
  const pairs = paths.map((path): Pair => ({ path, one: one.paths[path]?.get, two: two.paths[path]?.get }));
  const same: string[] = [];
  const sections: string[] = [];
  for (const pair of pairs) {
    const section = sectionOf(pair, one, two);
    if (section === null) same.push(`\`${pair.path}\``);
    else sections.push(section);
  }
  const rest = same.length === 0 ? '' : `\n## The same in both\n\n${same.join(', ')}.\n`;
  return `# What changes between the forms

<!-- Written by \`npm run contract\` from openapi/form-1.yaml and openapi/form-2.yaml; do not edit. -->

Both forms have the same addresses, the same keys and the same errors. This page compares their two documents, endpoint by
endpoint: what only one of them has, and what has other values. Everything that is not named here is the same. [Form 1](../openapi/form-1.yaml)
and [Form 2](../openapi/form-2.yaml) can be read and downloaded.

${sections.join('\n')}${rest}`;
}

function sectionOf(
  { path, one, two }: Pair,
  first: ContractDocument,
  second: ContractDocument,
): string | null {
  const title = `## \`${path}\`\n`;
  if (one === undefined || two === undefined) {
    const [operation, document, form, other] =
      one === undefined ? [two as Operation, second, 2, 1] : [one, first, 1, 2];
    const table = [...parameterFields(document, operation), ...answerFields(document, operation)].map(
      ([name, field]) => `| \`${name}\` | ${cell(field)} |`,
    );
    return `${title}
**Only in Form ${form}.** ${operation.summary}. In Form ${other} there is nothing at this address: 404.

| Parameter or field | What it is |
|---|---|
${table.join('\n')}
`;
  }
  const rows = [
    ...differences(parameterFields(first, one), parameterFields(second, two), 'parameter '),
    ...differences(answerFields(first, one), answerFields(second, two), ''),
  ];
  if (rows.length === 0) return null;
  return `${title}
${two.summary}.

| Parameter or field | Form 1 | Form 2 |
|---|---|---|
${rows.join('\n')}
`;
}

function differences(
  one: ReadonlyMap<string, Field>,
  two: ReadonlyMap<string, Field>,
  kind: string,
): readonly string[] {
  const names = [...new Set([...one.keys(), ...two.keys()])];
  return names
    .filter((name) => told(one.get(name)) !== told(two.get(name)))
    .map((name) => `| ${kind}\`${name}\` | ${cell(one.get(name))} | ${cell(two.get(name))} |`);
}

/** What makes two fields differ: not the words about them. */
function told(field: Field | undefined): string {
  return field === undefined ? '' : `${field.type} ${field.values}`;
}

function cell(field: Field | undefined): string {
  if (field === undefined) return 'none';
  const { type, values, description } = field;
  const text = [type, values].filter((part) => part !== '').join(': ');
  return `${text}. ${description}`.replaceAll('\n', ' ').replaceAll('|', '\\|').trim();
}
