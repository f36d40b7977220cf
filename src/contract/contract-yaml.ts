import { stringify } from 'yaml';

/**
 * Writes a contract document as YAML that people read and every parser reads alike: texts of several lines stand as they are
 * (`|`), and what YAML 1.1 takes for a date or a number is quoted.
 */
export function contractYaml(document: object): string {
  return stringify(document, {
    lineWidth: 120,
    blockQuote: 'literal',
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });
}
