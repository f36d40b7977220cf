import { expect, it } from 'vitest';
import { notesOf } from './notes.ts';

it('has a line for each paragraph and item, full links, and how to install', () => {
  const section = `Contract 1.0.0

The first release,
as a candidate.

### Service

- One line
  and [a guide](docs/csv.md#columns).
- Another, by [somebody](https://example.org).
  - An inner item.`;
  expect(notesOf(section, { version: '1.0.0', repository: 'https://example.com/kit' })).toBe(`Contract 1.0.0

The first release, as a candidate.

### Service

- One line and [a guide](https://example.com/kit/blob/v1.0.0/docs/csv.md#columns).
- Another, by [somebody](https://example.org).
  - An inner item.

## Install

\`\`\`
npx queue-headcount@1.0.0 --help
\`\`\`

[How to verify the files](https://example.com/kit/blob/v1.0.0/SECURITY.md#verify-a-release)
`);
});
