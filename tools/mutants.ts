/**
 * Measures how sensitive the tests are. `draw COUNT SEED` prints changes of single lines of the source, as JSON; `run FILE` applies each of
 * them in turn, in this working copy, and runs the tests that import the changed file until one fails. A line is found by its text, so the
 * same list can be run on two commits.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Random } from '../src/cli/simulation/random.ts';

interface Mutant {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Patterns that are replaced where they first occur in a line, and their replacements. */
const OPERATORS: readonly (readonly [pattern: RegExp, to: string])[] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \?\? /, ' && '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' / '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/(?<=[(,=] ?)!(?=[a-zA-Z(])/, ''],
  [/\b0\b/, '1'],
  [/\b1\b/, '2'],
  [/\breturn null;/, 'return undefined as never;'],
  [/\bcontinue;/, 'break;'],
  [/^(\s+)(?:await )?[\w.]+\(.*\);$/, '$1;'],
];
const NOT_CODE = /^\s*(?:\*|\/\*|\/\/|import |export (?:type|interface) |type |interface |readonly )/;
const NOT_SOURCE = /\.(?:test|fixture|suite|generated|d)\.|\/template\//;

const [, , action, first = '', second = ''] = process.argv;
if (action === 'draw') console.log(JSON.stringify(draw(Number(first), second), null, 1));
else run(JSON.parse(readFileSync(first, 'utf8')));

function draw(count: number, seed: string): readonly Mutant[] {
  const files = execFileSync('git', ['ls-files', 'src/*.ts', 'conformance/*.ts'], { encoding: 'utf8' });
  const sources = files.split('\n').filter((file) => file !== '' && !NOT_SOURCE.test(file));
  const all = sources.flatMap(mutantsOf);
  const random = new Random(seed);
  return Array.from({ length: count }, () => random.pick(all));
}

function mutantsOf(file: string): readonly Mutant[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const isUnique = (line: string) => lines.indexOf(line) === lines.lastIndexOf(line);
  return lines
    .filter((line) => !NOT_CODE.test(line) && isUnique(line))
    .flatMap((from) =>
      OPERATORS.filter(([pattern]) => pattern.test(from)).map(([pattern, to]) => ({
        file,
        from,
        to: from.replace(pattern, to),
      })),
    );
}

function run(mutants: readonly Mutant[]): void {
  for (const { file, from, to } of mutants) {
    const original = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      original.replace(`${from}\n`, () => `${to}\n`),
    );
    const { status } = spawnSync('npx', ['vitest', 'related', file, '--run', '--bail=1', '--reporter=dot']);
    writeFileSync(file, original);
    console.log(`${status === 0 ? 'MISSED' : 'caught'} ${file}: ${to.trim()}`);
  }
}
