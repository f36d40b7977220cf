import { createHash } from 'node:crypto';

/** What a page needs besides files of the site. */
interface Needs {
  /** The texts of its inline scripts, which the policy allows by hash. */
  readonly inlineScripts: readonly string[];
  /** The texts of its inline styles; or true if it writes styles into itself. */
  readonly inlineStyles?: readonly string[] | true;
  /** Further directives. */
  readonly more?: readonly string[];
}

/**
 * The content security policy of a page, as a meta element: the site shares its origin with the explorer, which stores keys. Static
 * hosts need no setting for it; the service also sends it as a header.
 */
export function policyElement({ inlineScripts, inlineStyles = [], more = [] }: Needs): string {
  const policy = [
    "default-src 'none'",
    `script-src 'self'${hashesOf(inlineScripts)}`,
    `style-src 'self'${inlineStyles === true ? " 'unsafe-inline'" : hashesOf(inlineStyles)}`,
    "img-src 'self' data:",
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`;
}

function hashesOf(texts: readonly string[]): string {
  return texts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join('');
}
