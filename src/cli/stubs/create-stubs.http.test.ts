import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { programHere } from '../commands/program-here.fixture.ts';
import { createStubs } from './create-stubs.ts';
import { operationsOf, readContract } from './generated-files.ts';
import { temporaryFolder } from './scaffold.fixture.ts';

const PROJECT = new URL('../../../', import.meta.url);
const program = programHere();
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true }));

describe('a new scaffold', () => {
  it('has the name of its folder', async () => {
    await createStubs(await readContract(1), join(folder, 'My Line (new)'));
    const [out, name] = ['My Line (new)', 'my-line-new'];
    expect(await json(out, 'package.json')).toMatchObject({ name, private: true });
    expect(await json(out, 'package-lock.json')).toMatchObject({ name, packages: { '': { name } } });
    expect(await readFile(join(folder, out, 'README.md'), 'utf8')).toMatch(new RegExp(`^# ${name}\n`));
  });

  it('has few dependencies, pinned to the versions of this project', async () => {
    await createStubs(await readContract(2), join(folder, 'a'));
    const of = async (own: Record<string, Record<string, string>>) => ({
      ...own['dependencies'],
      ...own['devDependencies'],
    });
    const pinned = await of(await json('a', 'package.json'));
    const ours = await of(JSON.parse(await readFile(new URL('package.json', PROJECT), 'utf8')));
    expect(Object.keys(pinned)).toHaveLength(8);
    // The project keeps the name `typescript` for tools that need the older API, and compiles with the one below.
    const expected = { ...ours, typescript: ours['@typescript/native']?.replace('npm:typescript@', '') };
    expect(expected).toMatchObject(pinned);
    const lock = await json('a', 'package-lock.json');
    expect(lock['packages'][''].devDependencies).toEqual(
      (await json('a', 'package.json'))['devDependencies'],
    );
    expect(lock['packages'][''].dependencies).toEqual((await json('a', 'package.json'))['dependencies']);
  });

  it('depends on the package that creates it, in its manifest, lock file and record', async () => {
    const dependency = {
      name: 'queue-headcount',
      version: '1.2.3',
      license: 'MIT',
      bin: { headcount: 'bin.mjs' },
      engines: { node: '>=20' },
    };
    const kit = { folder: 'node_modules/queue-headcount', dependency };
    await createStubs(await readContract(2), join(folder, 'a'), kit);
    const { devDependencies } = (await json('a', 'package.json')) as { devDependencies: object };
    expect(devDependencies).toMatchObject({ 'queue-headcount': '1.2.3', typescript: expect.any(String) });
    const { packages } = await json('a', 'package-lock.json');
    expect(packages['']).toMatchObject({ devDependencies });
    const { name: _, ...locked } = dependency;
    expect(packages['node_modules/queue-headcount']).toEqual({ ...locked, dev: true });
    expect(await json('a', 'headcount.json')).toMatchObject({ kit: kit.folder });
    expect(await readFile(join(folder, 'a/README.md'), 'utf8')).toContain(
      '`npx queue-headcount stubs --update',
    );
  });

  it.each([1, 2] as const)('contains nothing of this service, in Form %i', async (form) => {
    const out = join(folder, 'a');
    const files = await createStubs(await readContract(form), out);
    expect(files.filter((file) => file.startsWith('src/operations/'))).toHaveLength(
      operationsOf(await readContract(form)).length,
    );
    const texts = files
      .filter((file) => file !== 'headcount.json')
      .map((file) => readFile(join(out, file), 'utf8'));
    for (const text of await Promise.all(texts))
      expect(text).not.toMatch(/sqlite|domain\/|recency-weighted average|in this implementation|NAME$/im);
    const yaml = await readFile(join(out, 'openapi.yaml'), 'utf8');
    const document = parse(yaml);
    expect(parse(yaml, { version: '1.1' })).toEqual(document);
    const gaps = document['x-gaps'];
    for (const gap of gaps) expect(Object.keys(gap)).toEqual(['id', 'section', 'open']);
  });
});

describe('a scaffold is not created', () => {
  it('in a folder that is not empty, and the folder stays the same', async () => {
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const { code, stderr } = await program.run(['stubs', '--form', '2', '--out', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `--out: ${folder} is not empty (it contains notes.txt). Use a new or an empty folder.`,
    );
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it('in place of a file, or over a scaffold, which can be updated', async () => {
    const contract = await readContract(2);
    const out = join(folder, 'a');
    await writeFile(out, '');
    await expect(createStubs(contract, out)).rejects.toThrow(`--out: ${out} is a file`);
    await rm(out);
    await mkdir(out);
    await createStubs(contract, out);
    await expect(createStubs(contract, out)).rejects.toThrow('Add --update');
  });

  it('in a folder whose name cannot become that of a package', async () => {
    await expect(createStubs(await readContract(1), join(folder, '名'))).rejects.toThrow(
      '--out: "名" cannot',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['no form', ['--out', 'x'], 1, '--form: choose the form to serve, 1 or 2'],
    ['another form', ['--form', '3', '--out', 'x'], 2, 'It must be 1 or 2'],
  ])('with %s, and names the option', async (_case, options, code, message) => {
    const ran = await program.run(['stubs', ...options]);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});

async function json(out: string, file: string) {
  return JSON.parse(await readFile(join(folder, out, file), 'utf8'));
}
