import { describe, expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

describe('the mailbox of an address', () => {
  it.each([
    ['ada@example.edu', 'ada@example.edu'],
    ['  ada@example.edu\t', 'ada@example.edu'],
    ['Ada.Byron@CS.Example.EDU', 'ada.byron@cs.example.edu'],
    ["o'neil_1&co-2@uni-x.ac.uk", "o'neil_1&co-2@uni-x.ac.uk"],
    ['ada+queue@example.edu', 'ada@example.edu'],
    ['ada+queue+other@example.edu', 'ada@example.edu'],
    ['ada+@example.edu', 'ada@example.edu'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@${'b'.repeat(60)}.edu`, `${'a'.repeat(64)}@${'b'.repeat(60)}.edu`],
  ])('of %j is %s', (typed, mailbox) => {
    expect(mailboxOf(typed)).toBe(mailbox);
  });

  it.each([
    ['nothing', ''],
    ['no @', 'ada'],
    ['two @', 'ada@evil.example@example.edu'],
    ['a tag alone', '+queue@example.edu'],
    ['a list', 'ada@example.edu,eve@evil.example'],
    ['a line end and a header', 'ada@example.edu\r\nBcc: eve@evil.example'],
    ['U+0000', 'ada\0@example.edu'],
    ['quotes', '"eve@evil.example x"@example.edu'],
    ['a display name', 'Ada<ada@example.edu>'],
    ['a route with %', 'eve%evil.example@example.edu'],
    ['a dot at the beginning', '.ada@example.edu'],
    ['two dots', 'ada..byron@example.edu'],
    ['a letter that looks like a', '\u0430da@example.edu'],
    ['a Kelvin sign in the domain', 'ada@\u212aeio.ac.uk'],
    ['a zero-width space', 'ada\u200b@example.edu'],
    ['a dot at the end of the domain', 'ada@example.edu.'],
    ['a domain without a dot', 'ada@localhost'],
    ['an IP address', 'ada@127.0.0.1'],
    ['a hyphen at the beginning of the domain', 'ada@-example.edu'],
    ['65 characters before the @', `${'a'.repeat(65)}@example.edu`],
    ['a megabyte', `${'a.'.repeat(500_000)}@example.edu`],
  ])('cannot be known with %s', (_, typed) => {
    expect(() => mailboxOf(typed)).toThrow(expect.objectContaining({ name: 'AccountError', field: 'email' }));
  });

  it.each([
    ['', 'Enter your e-mail address.'],
    ['ada', 'Enter one e-mail address, such as ada@example.edu.'],
    ['ada@uni', '“uni” is not a complete domain, such as example.edu.'],
  ])('is asked for in plain words after %j', (typed, message) => {
    expect(() => mailboxOf(typed)).toThrow(message);
  });
});
