import type { ContractDocument } from './contract-document.ts';

const BLOCK = /(<!-- example: form-(\d) (\S+) (\S+) -->\n\n```json\n)[\s\S]*?(?=```)/g;

/**
 * Fills in the code blocks of a guide that show an example of the contract. Such a block follows a comment with the form, the
 * path and the name of the example: `<!-- example: form-2 /api/v1/status closed -->`. Throws if there is no such example.
 */
export function withExamples(
  markdown: string,
  documents: Readonly<Record<string, ContractDocument>>,
): string {
  return markdown.replaceAll(BLOCK, (_, opening: string, form: string, path: string, name: string) => {
    const content = documents[form]?.paths[path]?.get.responses['200'].content['application/json'];
    const example = content?.examples?.[name];
    if (example === undefined) throw new Error(`Form ${form} has no example ${name} at ${path}`);
    return `${opening}${JSON.stringify(example.value, null, 2)}\n`;
  });
}
