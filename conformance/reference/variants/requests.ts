import { variantsOf } from './variant.ts';

/** Credentials, methods, parameters and cursors. */
export const requestVariants = variantsOf({
  '401-problem': ['Unauthorized requests get problem documents.', { unauthorized: 'problem' }],
  '401-text': ['Unauthorized requests get plain text.', { unauthorized: 'text' }],
  '401-empty': ['Unauthorized requests get no body.', { unauthorized: 'empty' }],
  '401-html': ['Unauthorized requests get an HTML page.', { unauthorized: 'html' }],
  'token-strict': ['The header must be exactly as described.', { leniency: 'strict' }],
  'auth-first': ['Keys are checked before paths and methods.', { notFoundFirst: false, badMethod: 401 }],
  'auth-first-405': ['Keys are checked before paths, methods after.', { notFoundFirst: false }],
  'method-404': ['Other methods get 404.', { badMethod: 404 }],
  'method-403': ['Other methods get 403.', { badMethod: 403 }],
  'method-501': ['Other methods get 501.', { badMethod: 501 }],
  'no-head': ['HEAD is not allowed.', { head: false }],
  'slash-redirect': ['A trailing slash is redirected.', { slash: 301 }],
  'slash-served': ['A trailing slash is served.', { slash: 'serve' }],
  'bad-422': ['Invalid parameters get 422.', { badDate: 422, badNumber: 422, reversed: 422, badCursor: 400 }],
  'bad-400': ['Invalid parameters get 400.', { badDate: 400, badNumber: 400, reversed: 400, badCursor: 400 }],
  'bad-default': [
    'Invalid parameters are ignored.',
    { badDate: 'default', badNumber: 'default', reversed: 'empty', badCursor: 'first-page' },
  ],
  'bad-clamp': [
    'Invalid dates get 400, numbers above the maximum are clamped, a reversed range is swapped.',
    { badNumber: 'clamp', reversed: 'swap' },
  ],
  'unknown-400': ['Unknown parameters get 400.', { unknownParameter: 400, badNumber: 400 }],
  'one-sided-day': ['A range with only one end is a single day.', { oneSided: 'single-day' }],
  'one-sided-today': [
    'A range with only one end extends to today, or is a single day.',
    { oneSided: 'today' },
  ],
  'export-today': ['The export without dates covers today.', { exportDefault: 'today' }],
  'export-month': ['The export without dates covers a month.', { exportDefault: 'month' }],
  'export-empty': ['The export without dates has no rows.', { exportDefault: 'empty' }],
  'range-cap-31': ['Charts have at most 31 days.', { longestRange: 31 }],
  'range-cap-92': ['Charts have at most 92 days.', { longestRange: 92, count: 3000, days: 300 }],
  'next-drops-limit': ['next has no limit and pages fall back to the default.', { nextLimit: 'drop' }],
  'next-drops-limit-small': ['The same with few reports.', { nextLimit: 'drop', count: 60 }],
  'cursor-holds-limit': ['The cursor contains the limit.', { nextLimit: 'drop', cursorHoldsLimit: true }],
  'cursor-fixes-limit': [
    'A cursor is rejected with another limit than that of its page.',
    { nextLimit: 'drop', cursorHoldsLimit: true, cursorLimit: 400, badNumber: 'default' },
  ],
  'cursor-page': ['The cursor is the number of the page.', { cursor: 'page' }],
  'cursor-page-default': [
    'The cursor is the number of the page, and a limit above the maximum counts as none.',
    { cursor: 'page', badNumber: 'default' },
  ],
  'cursor-page-400': [
    'The cursor is the number of the page, and a limit above the maximum is rejected.',
    { cursor: 'page', badNumber: 400 },
  ],
  'next-always-limit': [
    'next always carries the limit, before the cursor.',
    { nextLimit: 'always', parameterOrder: 'limit-first' },
  ],
  'cursor-symbols': ['The cursor is full of symbols that must be escaped.', { cursor: 'symbols' }],
  'cursor-long': ['The cursor is nearly a thousand characters long.', { cursor: 'long' }],
  'cursor-json': ['The cursor is encoded JSON.', { cursor: 'json' }],
  'cursor-plain': ['The cursor is a plain position.', { cursor: 'offset' }],
  'previous-null': ['previous is always null.', { previous: 'null' }],
});
