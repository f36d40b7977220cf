import { stringify } from 'yaml';

/**
 * Writes a contract document as YAML that is easy to read and that every parser reads alike: multi-line texts are literal blocks
 * (`|`), and texts that YAML 1.1 would read as a date or a number are quoted.
 */
export function contractYaml(document: object): string {
  return stringify(document, {
    lineWidth: 120,
    blockQuote: 'literal',
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });
}
