import { type ContractDocument, dereference, type Operation, type Response } from './contract-document.ts';
import { parameterFields, responseFields } from './fields.ts';

/** The reference of a form as Markdown: what its Redoc page shows, for readers without a browser. */
export function referencePage(document: ContractDocument, form: 1 | 2): string {
  const other = form === 1 ? 2 : 1;
  const operations = Object.entries(document.paths).map(([path, { get }]) =>
    operationSection(document, path, get),
  );
  return `# ${document.info.title}

The OpenAPI document: [YAML](form-${form}.yaml), [JSON](form-${form}.json). The [other form](form-${other}.md), and the [differences](../forms.md).

${document.info.description.trim()}

${operations.join('\n')}`;
}

function operationSection(document: ContractDocument, path: string, operation: Operation): string {
  const responses = Object.entries<Response>(operation.responses).map(
    ([status, response]) => [status, dereference(document, response).description] as const,
  );
  const parts = {
    Parameters: table('Parameter', parameterFields(document, operation)),
    'Fields of the response': table('Field', responseFields(document, operation)),
    Responses: table('Status', responses),
    Samples: samplesOf(operation),
    'Examples of responses': examplesOf(operation.responses['200']),
  };
  const sections = Object.entries(parts).filter(([, text]) => text !== '');
  return `## ${operation.summary}

\`GET ${path}\` (\`${operation.operationId}\`)

${operation.description.trim()}

${sections.map(([title, text]) => `### ${title}\n\n${text}`).join('\n')}`;
}

function table(head: string, given: Iterable<readonly [name: string, text: string]>): string {
  const rows = [...given].map(([name, text]) => `| \`${name}\` | ${oneLine(text).replaceAll('|', '\\|')} |`);
  return rows.length === 0 ? '' : `| ${head} | Description |\n|---|---|\n${rows.join('\n')}\n`;
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
    .flatMap(({ examples = {} }) => Object.values(examples))
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
