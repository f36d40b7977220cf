import {
  type ContractDocument,
  dereference,
  type MediaType,
  type Operation,
  type Response,
} from './contract-document.ts';
import { type Field, parameterFields, responseFields } from './fields.ts';

/** The reference of a form as Markdown: what its Redoc page shows, for readers without a browser. */
export function referencePage(document: ContractDocument, form: 1 | 2): string {
  const other = form === 1 ? 2 : 1;
  const operations = Object.entries(document.paths).map(([path, { get }]) =>
    operationSection(document, path, get),
  );
  return `# ${document.info.title}

The OpenAPI document: [YAML](form-${form}.yaml), [JSON](form-${form}.json). The [other form](form-${other}.md), and the [differences](../forms.md).

${plain(document.info.description)}

${operations.join('\n')}`;
}

function operationSection(document: ContractDocument, path: string, operation: Operation): string {
  const responses = Object.entries<Response>(operation.responses).map(
    ([status, response]) => [status, dereference(document, response)] as const,
  );
  const parts = {
    Parameters: fieldTable('Parameter', parameterFields(document, operation)),
    'Fields of the response': fieldTable('Field', responseFields(document, operation)),
    Responses: table('Status', responses.map(rowOf)),
    Samples: samplesOf(operation),
    'Examples of responses': examplesOf(operation.responses['200']),
  };
  const sections = Object.entries(parts).filter(([, text]) => text !== '');
  return `## ${operation.summary}

\`GET ${path}\` (\`${operation.operationId}\`)

${plain(operation.description)}

${sections.map(([title, text]) => `### ${title}\n\n${text}`).join('\n')}`;
}

function fieldTable(head: string, fields: ReadonlyMap<string, Field>): string {
  return table(
    head,
    [...fields].map(([name, { type, values, description }]) => {
      const kind = [type, values].filter((part) => part !== '').join(': ');
      return [name, [kind, description].filter((part) => part !== '').join('. ')];
    }),
  );
}

function table(head: string, rows: readonly (readonly [name: string, text: string])[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(([name, text]) => `| \`${name}\` | ${oneLine(text).replaceAll('|', '\\|')} |`);
  return `| ${head} | Description |\n|---|---|\n${lines.join('\n')}\n`;
}

function rowOf([status, { description }]: readonly [string, Response]): readonly [string, string] {
  return [status, description];
}

function samplesOf({ 'x-codeSamples': samples = [] }: Operation): string {
  return samples
    .map(
      ({ label, source }) => `${label}:\n\n${fenced(label === 'curl' ? 'sh' : label.toLowerCase(), source)}`,
    )
    .join('\n');
}

function examplesOf({ content = {} }: Response): string {
  return Object.values(content)
    .flatMap((type: MediaType) => Object.values(type.examples ?? {}))
    .map(({ summary, value }) => {
      const example =
        typeof value === 'string' ? fenced('text', value) : fenced('json', JSON.stringify(value, null, 2));
      return summary === undefined ? example : `${oneLine(summary)}:\n\n${example}`;
    })
    .join('\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\`\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Paragraphs of YAML's folded text, each on one line. */
function plain(text: string): string {
  return text.trim().replaceAll(/\n\n+/g, '\n\n');
}
