import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import type { Plugin } from 'esbuild';
import { inlinedSchema, loadContract } from '../../conformance/contract/contract.ts';
import { endpointsOf, schemaPointerOf } from '../../conformance/contract/operations.ts';
import { ajvOptions } from '../../conformance/rules/validators.ts';
import { PROJECT } from '../contents.ts';

const forms = [1, 2] as const;

/** Replaces what a page has not or must not do: read files, compile code, and the one function that the gate takes from Node. */
export const browserModules: Plugin = {
  name: 'browser-modules',
  setup(build) {
    const replace = (path: RegExp, contents: () => string) =>
      build.onLoad({ filter: path }, () => ({ contents: contents(), loader: 'js', resolveDir: PROJECT }));
    replace(/conformance[/\\]contract[/\\]documents\.ts$/, documents);
    replace(/conformance[/\\]rules[/\\]validators\.ts$/, validators);
    build.onResolve({ filter: /^node:util$/ }, () => ({ path: 'node:util', namespace: 'browser' }));
    build.onLoad({ filter: /^node:util$/, namespace: 'browser' }, () => ({
      contents: `import equal from 'fast-deep-equal';\nexport const isDeepStrictEqual = equal;`,
      resolveDir: PROJECT,
    }));
  },
};

/** The documents as values. */
function documents(): string {
  const values = forms.map((form) => {
    const { document, hash } = loadContract(form);
    return `${form}: ${JSON.stringify({ document, hash })}`;
  });
  return `const documents = {${values.join(',')}};\nexport const readDocument = (form) => documents[form];`;
}

/** The validators as code, which a policy without `unsafe-eval` allows. */
function validators(): string {
  const ajv = new Ajv2020({ ...ajvOptions, code: { source: true, esm: true } });
  addFormats.default(ajv);
  const names: Record<string, string> = {};
  for (const form of forms) {
    for (const endpoint of endpointsOf(form)) {
      const name = `validate_${form}_${endpoint.replaceAll(/\W/g, '_')}`;
      ajv.addSchema(inlinedSchema(form, schemaPointerOf(form, endpoint) ?? ''), name);
      names[name] = name;
    }
  }
  const code = standalone.default(ajv, names);
  return `${code}
const validators = {${Object.keys(names).join(',')}};
export const validatorOf = (form, endpoint) => validators['validate_' + form + '_' + endpoint.replaceAll(/\\W/g, '_')];`;
}
