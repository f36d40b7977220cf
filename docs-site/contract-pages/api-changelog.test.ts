import { describe, expect, it } from 'vitest';
import { changelogFeed, changelogPage, endpointsOf, type Release } from './api-changelog.ts';
import type { ContractDocument } from './contract-document.ts';

const FIRST: Release = {
  version: '1.0.0',
  date: '2026-11-22',
  since: null,
  changes: ['`GET /api/v1/status`: Get the current estimate.'],
};
const SECOND: Release = {
  version: '1.1.0',
  date: '2027-02-01',
  since: '1.0.0',
  changes: ['`GET /api/v1/reports`, parameter `limit`: `maximum` changed from `<200` & more.'],
};
const NEXT: Release = { version: '1.1.1', date: null, since: '1.1.0', changes: [] };

describe('the API changelog', () => {
  it('has a section for each version, with what changed since the one before and the documents', () => {
    const sections = changelogPage([NEXT, SECOND, FIRST]).split(/^## /m).slice(1);
    expect(sections).toEqual([
      '1.1.1\n\nNot released yet.\n\nSince 1.1.0, only descriptions and examples changed.\n\n',
      expect.stringMatching(
        /^1\.1\.0\n\nReleased on 2027-02-01\. .*\n\nSince 1\.0\.0:\n\n- `GET \/api\/v1\/reports`, /,
      ),
      expect.stringMatching(
        /^1\.0\.0\n\nReleased on .*\n\nThe first version\. Its endpoints:\n\n- `GET \/api\/v1\/status`/,
      ),
    ]);
    expect(sections[1]).toContain('[Form 2](../openapi/releases/1.1.0/form-2.yaml)');
  });

  it('begins with the endpoints of both forms', () => {
    const operation = (summary: string) => ({ get: { summary } });
    const one = { paths: { '/a': operation('Get a'), '/old': operation('Get more') } };
    const two = { paths: { '/a': operation('Get a'), '/new': operation('Get all') } };
    expect(endpointsOf(one as unknown as ContractDocument, two as unknown as ContractDocument)).toEqual([
      '`GET /a`: Get a.',
      '`GET /old`: Get more (Form 1 only).',
      '`GET /new`: Get all (Form 2 only).',
    ]);
  });
});

describe('the feed of the API changelog', () => {
  const feed = changelogFeed([NEXT, SECOND, FIRST]);
  const all = (name: string) =>
    [...feed.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g'))].map(([, text]) => text);

  it('has the released versions, newest first, and the time of the newest', () => {
    expect(all('title')).toEqual(['Queue Headcount API changelog', 'Version 1.1.0', 'Version 1.0.0']);
    expect(all('updated')).toEqual(['2027-02-01T00:00:00Z', '2027-02-01T00:00:00Z', '2026-11-22T00:00:00Z']);
  });

  it('has ids that are absolute and never change', () => {
    expect(all('id')).toEqual([
      'urn:queue-headcount:contract',
      'urn:queue-headcount:contract:1.1.0',
      'urn:queue-headcount:contract:1.0.0',
    ]);
  });

  it('links to files beside it only, with the anchors of the page', () => {
    expect([...feed.matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual([
      'api-changelog.xml',
      'api-changelog.html',
      'api-changelog.html#110',
      'api-changelog.html#100',
    ]);
  });

  it('contains the changes as escaped HTML', () => {
    expect(feed).toContain(
      '&lt;code&gt;maximum&lt;/code&gt; changed from &lt;code&gt;&amp;lt;200&lt;/code&gt; &amp;amp; more.',
    );
    // What is left without text is XML: each element is closed.
    const open: string[] = [];
    for (const [, end, name = '', empty] of feed.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (end !== '') expect(open.pop()).toBe(name);
      else if (empty === '') open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('exists before the first release', () => {
    const empty = changelogFeed([NEXT]);
    expect(empty).toContain('<updated>1970-01-01T00:00:00Z</updated>');
    expect(empty).not.toContain('<entry>');
  });
});
