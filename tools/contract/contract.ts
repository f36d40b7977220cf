/** `npm run contract [-- --check | --diff [REVISION]]`: writes, checks or compares what is made from the sources of the contract. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { behaviors } from '../../conformance/families/requirements.ts';
import { bundleForm } from './bundle.ts';
import { diffCommand } from './changes/diff.ts';
import { differences } from './changes/differences.ts';
import { readGaps } from './gaps.ts';
import { generateOperations, generateTypes } from './generate.ts';
import { withExamples } from './pages/contract-document.ts';
import { formsPage } from './pages/forms-page.ts';
import { gapsPage } from './pages/gaps-page.ts';
import { PROJECT, qualityProblems, SourceError } from './redocly.ts';
import { joinedRequirements, requirementsModule } from './requirements.ts';
import { requirementsPage } from './requirements-page.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    diff: { type: 'boolean', default: false },
  },
});
const [extra] = positionals.slice(values.diff ? 1 : 0);
if (extra !== undefined) throw new TypeError(`Unexpected argument '${extra}'.`);
if (values.diff) process.exit(await diffCommand(positionals[0]));
const stale: string[] = [];
try {
  await generate();
} catch (error) {
  if (!(error instanceof SourceError)) throw error;
  console.error(error.message);
  process.exit(1);
}
if (stale.length > 0) {
  console.error(`Stale, run \`npm run contract\`:\n${stale.map((file) => `  ${file}`).join('\n')}`);
  process.exitCode = 1;
}
for (const problem of await qualityProblems()) {
  console.error(problem);
  process.exitCode = 1;
}

async function generate(): Promise<void> {
  const bundles = { 1: await bundleForm(1), 2: await bundleForm(2) };
  const parsed = { 1: parse(bundles[1].text), 2: parse(bundles[2].text) };
  for (const form of [1, 2] as const) {
    const document = bundles[form].text;
    await put(`openapi/form-${form}.yaml`, document);
    await put(`openapi/form-${form}.json`, `${JSON.stringify(parsed[form], null, 2)}\n`);
    await put(`src/service/contract/form-${form}.types.generated.ts`, await generateTypes(form, document));
    await put(
      `src/service/contract/form-${form}.operations.generated.ts`,
      generateOperations(form, document),
    );
  }
  await put('docs/forms.md', formsPage(parsed[1], parsed[2], await differences(parsed[1], parsed[2])));
  const requirements = joinedRequirements([bundles[1].source, bundles[2].source], behaviors);
  await put('conformance/contract/requirements.generated.ts', requirementsModule(requirements));
  await put('docs/requirements.md', requirementsPage(requirements));
  await put('docs/choices.md', gapsPage(await readGaps()));
  for (const guide of ['README.md', 'docs/quick-start.md']) {
    await put(guide, withExamples(await readFile(join(PROJECT, guide), 'utf8'), parsed));
  }
}

async function put(file: string, text: string): Promise<void> {
  const path = join(PROJECT, file);
  const current = await readFile(path, 'utf8').catch(() => null);
  if (current === text) return;
  if (values.check) stale.push(file);
  else {
    await writeFile(path, text);
    console.log(`wrote ${file}`);
  }
}
