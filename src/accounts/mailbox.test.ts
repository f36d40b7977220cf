import { describe, expect, it } from 'vitest';
import { AccountError } from './account-rules.ts';
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
    ['spaces', '   '],
    ['no @', 'ada'],
    ['two @', 'ada@evil.example@example.edu'],
    ['a tag alone', '+queue@example.edu'],
    ['a list', 'ada@example.edu,eve@evil.example'],
    ['a list with a semicolon', 'ada;eve@example.edu'],
    ['a line end and a header', 'ada@example.edu\r\nBcc: eve@evil.example'],
    ['a line end inside', 'ada\n@example.edu'],
    ['U+0000', 'ada\0@example.edu'],
    ['quotes', '"eve@evil.example x"@example.edu'],
    ['a quoted name', '"ada"@example.edu'],
    ['a display name', 'Ada<ada@example.edu>'],
    ['a comment', 'ada(eve)@example.edu'],
    ['a route with %', 'eve%evil.example@example.edu'],
    ['a route with !', 'evil.example!eve@example.edu'],
    ['a path', 'ada/eve@example.edu'],
    ['a backslash', 'ada\\@example.edu'],
    ['a dot at the beginning', '.ada@example.edu'],
    ['a dot at the end', 'ada.@example.edu'],
    ['a dot before the tag', 'ada.+queue@example.edu'],
    ['two dots', 'ada..byron@example.edu'],
    ['a letter that looks like a', '\u0430da@example.edu'],
    ['an umlaut', 'j\u00fcrgen@example.edu'],
    ['a Kelvin sign, which is k in lower case', 'mi\u212ae@example.edu'],
    ['a Kelvin sign in the domain', 'ada@\u212aeio.ac.uk'],
    ['an I with a dot', 'ada@\u0130example.edu'],
    ['full-width letters', '\uff41da@example.edu'],
    ['a zero-width space', 'ada\u200b@example.edu'],
    ['a dot at the end of the domain', 'ada@example.edu.'],
    ['two dots in the domain', 'ada@example..edu'],
    ['a domain without a dot', 'ada@localhost'],
    ['an IP address', 'ada@127.0.0.1'],
    ['an address literal', 'ada@[127.0.0.1]'],
    ['a hyphen at the beginning of the domain', 'ada@-example.edu'],
    ['an underscore in the domain', 'ada@ex_ample.edu'],
    ['a port', 'ada@example.edu:25'],
    ['65 characters before the @', `${'a'.repeat(65)}@example.edu`],
    ['300 characters', `ada@${'b.'.repeat(150)}edu`],
    ['a megabyte', `${'a.'.repeat(500_000)}@example.edu`],
  ])('cannot be known with %s', (_, typed) => {
    expect(() => mailboxOf(typed)).toThrow(AccountError);
    expect(() => mailboxOf(typed)).toThrow(expect.objectContaining({ field: 'email' }));
  });

  it.each([
    ['', 'Enter your e-mail address.'],
    [' \n', 'Enter your e-mail address.'],
    ['ada', 'Enter one e-mail address, such as ada@example.edu.'],
    ['ada@uni', '“uni” is not a complete domain, such as example.edu.'],
    ['ada@example.edu, bo@example.edu', 'Enter one e-mail address, such as ada@example.edu.'],
  ])('is asked for in plain words after %j', (typed, message) => {
    expect(() => mailboxOf(typed)).toThrow(message);
  });
});
