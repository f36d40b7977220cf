import { describe, expect, it } from 'vitest';
import { domainOf, isEligibleDomain } from './eligible-domain.ts';

describe('the domain of an address', () => {
  it.each([
    ['ada@example.edu', 'example.edu'],
    ['Ada.Byron+queue@CS.Example.EDU', 'cs.example.edu'],
    ["o'neil@uni-x.ac.uk", 'uni-x.ac.uk'],
    ['a@b.c', 'b.c'],
  ])('of %s is %s', (email, domain) => {
    expect(domainOf(email)).toBe(domain);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.edu',
    'ada@edu',
    'ada@@example.edu',
    'ada@x@example.edu',
    'ada b@example.edu',
    'ada@.edu',
    'ada@example.edu.',
    'ada@example..edu',
    'ada@example.edu\n',
    ' ada@example.edu',
  ])('%j has none', (email) => {
    expect(domainOf(email)).toBeNull();
  });
});

describe('without a list', () => {
  it.each([
    'example.edu',
    'cs.example.edu',
    'example.edu.au',
    'x.example.edu.au',
    'example.ac.uk',
    'physics.example.ac.jp',
  ])('%s is eligible', (domain) => {
    expect(isEligibleDomain(domain, [])).toBe(true);
  });

  it.each([
    'edu',
    'edu.au',
    'ac.uk',
    'example.com',
    'example.ac',
    'ac.example',
    'example.edu.com',
    'notedu',
    'example.notedu',
    'examplesedu.org',
    'xac.uk',
    'fakeedu.au',
    'example.ac.uk.evil.com',
    'uni.example.de',
  ])('%s is not eligible', (domain) => {
    expect(isEligibleDomain(domain, [])).toBe(false);
  });
});

describe('with a list of uni-x.de and school.org', () => {
  const listed = ['uni-x.de', 'school.org'];

  it.each([
    ['uni-x.de', true],
    ['mail.uni-x.de', true],
    ['school.org', true],
    ['example.edu', true],
    ['xuni-x.de', false],
    ['uni-x.de.evil.com', false],
    ['de', false],
    ['org', false],
  ])('%s is eligible: %s', (domain, eligible) => {
    expect(isEligibleDomain(domain, listed)).toBe(eligible);
  });
});
