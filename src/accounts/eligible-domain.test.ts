import { describe, expect, it } from 'vitest';
import { domainOf, EligibleDomains } from './eligible-domain.ts';

describe('the domain of an address', () => {
  it.each([
    ['ada@example.edu', 'example.edu'],
    ['Ada.Byron+queue@CS.Example.EDU', 'cs.example.edu'],
    ["o'neil@uni-x.ac.uk", 'uni-x.ac.uk'],
    ['a@b.c', 'b.c'],
    ['ada@Universität.example', 'xn--universitt-y5a.example'],
    ['ada@ｔｕｍ.de', 'tum.de'],
  ])('of %s is %s', (email, domain) => {
    expect(domainOf(email)).toBe(domain);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.edu',
    'ada@edu',
    'ada@example.edu.',
    'ada@example..edu',
    'ada@example.edu\n',
    'ada@tum.de/evil.com',
    'ada@tum.de:25',
    'ada@evil.com%2etum.de',
    'ada@[192.0.2.1]',
    'ada@192.0.2.1',
    'ada@evil.com。tum.de',
  ])('%j has none', (email) => {
    expect(domainOf(email)).toBeNull();
  });
});

const eligible = new EligibleDomains({ allowed: [], denied: [] });

const words = (text: string) => text.trim().split(/\s+/);

describe('by its suffix', () => {
  it.each(words('example.edu cs.example.edu x.example.edu.au example.ac.uk physics.example.ac.jp ucg.ac.me'))(
    '%s is eligible',
    (domain) => {
      expect(eligible.has(domain)).toBe(true);
    },
  );

  it.each(
    words(`
      edu edu.au ac.uk example.com example.ac ac.example example.edu.com notedu example.notedu examplesedu.org xac.uk
      fakeedu.au example.ac.uk.evil.com uni.example.de
    `),
  )('%s is not eligible', (domain) => {
    expect(eligible.has(domain)).toBe(false);
  });
});

describe('by the list of universities', () => {
  it.each(
    words(`
      tum.de in.tum.de lmu.de uni-heidelberg.de rub.de ethz.ch epfl.ch unibas.ch univie.ac.at tugraz.at univ-lyon1.fr
      etu.univ-lyon1.fr sorbonne-universite.fr polimi.it unibo.it studio.unibo.it uniroma2.it ugr.es uam.es up.pt
      ulisboa.pt kuleuven.be ugent.be uva.nl tudelft.nl ku.dk dtu.dk kth.se lu.se ntnu.no uio.no helsinki.fi aalto.fi
      ut.ee lu.lv vu.lt uw.edu.pl umk.pl cuni.cz muni.cz uniba.sk elte.hu unibuc.ro uni-sofia.bg auth.gr ntua.gr unizg.hr
      uni-lj.si ucd.ie mcgill.ca utoronto.ca usp.br unam.mx msu.ru
    `),
  )('%s is eligible', (domain) => {
    expect(eligible.has(domain)).toBe(true);
  });

  it.each([
    ['denied for abuse', 'uniroma1.it'],
    ['below one that is denied', 'diag.uniroma1.it'],
    ['denied for abuse below a suffix', 'bu.edu'],
    ['denied for abuse below a university', 'alum.us.es'],
    ['below a suffix that anybody can register', 'example.edu.pl'],
    ['the suffix itself', 'edu.pl'],
    ['no university, below a suffix', 'oshtu.edu.kg'],
    ['below a top-level domain that is denied', 'mediaschool.me'],
    ['a free mail provider', 'gmail.com'],
    ['a look-alike', 'tum.de.evil.com'],
    ['a hyphen for a dot', 'mail-tum.de'],
    ['a letter that looks like another', domainOf('ada@tυm.de') ?? ''],
    ['a line of the header of the list', '# the software.'],
  ])('%s is not eligible: %s', (_, domain) => {
    expect(eligible.has(domain)).toBe(false);
  });
});

describe('with domains of the operator', () => {
  const own = new EligibleDomains({
    allowed: ['uni-x.de', 'school.org', 'uniroma1.it', 'universität.example'],
    denied: ['tum.de', 'mail.uni-x.de', 'example.edu'],
  });

  it.each([
    ['uni-x.de', true],
    ['uniroma1.it', true],
    ['xn--universitt-y5a.example', true],
    ['mail.uni-x.de', false],
    ['a.mail.uni-x.de', false],
    ['tum.de', false],
    ['uni-x.de.evil.com', false],
  ])('%s is eligible: %s', (domain, expected) => {
    expect(own.has(domain)).toBe(expected);
  });
});

describe('the eligible domain that includes a domain', () => {
  const some = new EligibleDomains({
    allowed: ['uni-x.example', 'mail.uni-x.example'],
    denied: ['no.example.edu'],
  });

  it.each([
    ['example.edu', 'example.edu'],
    ['laptop.dorm.example.edu', 'example.edu'],
    ['a.b.example.ac.uk', 'example.ac.uk'],
    ['a.example.edu.au', 'example.edu.au'],
    ['in.tum.de', 'tum.de'],
    ['a.uni-x.example', 'uni-x.example'],
    ['a.mail.uni-x.example', 'mail.uni-x.example'],
    ['a.no.example.edu', null],
    ['example.com', null],
  ])('of %s is %s', (domain, listed) => {
    expect(some.listed(domain)).toBe(listed);
    expect(some.has(domain)).toBe(listed !== null);
  });
});
