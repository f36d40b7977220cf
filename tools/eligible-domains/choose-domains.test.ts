import { expect, it } from 'vitest';
import { chooseDomains } from './choose-domains.ts';

const choose = (universities: readonly string[], denied: readonly string[] = []) =>
  chooseDomains({ universities, denied }).filter((line) => !/^!edu\.(kg|pl)$/.test(line));

it.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['sorts, in lower case, each once', ['uni-b.fr', 'Uni-A.de', 'uni-a.de'], [], ['uni-a.de', 'uni-b.fr']],
  ['leaves out what a suffix covers', ['a.edu', 'b.ac.uk', 'c.edu.au', 'uni-a.de'], [], ['uni-a.de']],
  ['leaves out what a listed domain covers', ['uni-a.de', 'cs.uni-a.de'], [], ['uni-a.de']],
  ['leaves out names of registries', ['edu.gy', 'co.cu', 'de', 'uni-a.de'], [], ['uni-a.de']],
  ['leaves out what is not a domain', ['douglas.ече', 'a b.de', '', 'uni-a.de'], [], ['uni-a.de']],
  ['leaves out denied domains, and what is below them', ['uni-a.de', 'cs.uni-a.de'], ['uni-a.de'], []],
  ['leaves out what is below a denied top-level domain', ['uni-a.me', 'uni-a.de'], ['me'], ['uni-a.de']],
  ['denies what a suffix covers', [], ['a.edu', 'b.com'], ['!a.edu']],
  ['denies what a listed domain covers', ['uni-a.de'], ['alumni.uni-a.de'], ['!alumni.uni-a.de', 'uni-a.de']],
  ['denies once what a denied domain covers', [], ['a.edu', 'x.a.edu'], ['!a.edu']],
  ['denies no suffix with its top-level domain', [], ['me', ''], []],
  ['keeps what is listed below an open suffix', ['a.edu.pl', 'x.a.edu.pl'], [], ['a.edu.pl']],
  [
    'denies nothing twice below an open suffix',
    ['a.edu.pl'],
    ['b.edu.pl', 'x.a.edu.pl'],
    ['a.edu.pl', '!x.a.edu.pl'],
  ],
])('%s', (_, universities, denied, expected) => {
  expect(choose(universities, denied)).toEqual(expected);
});

it('denies open suffixes', () => {
  expect(chooseDomains({ universities: [], denied: [] })).toEqual(['!edu.kg', '!edu.pl']);
});
