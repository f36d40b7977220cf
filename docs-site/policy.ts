import { createHash } from 'node:crypto';

/** What a page needs besides files of the site. */
interface Needs {
  /** The texts of its inline scripts, which the policy allows by hash. */
  readonly inlineScripts: readonly string[];
  /** Whether it writes styles into itself. */
  readonly inlineStyles?: boolean;
  /** Whether a script compiles WebAssembly. */
  readonly wasm?: boolean;
  /** Further directives. */
  readonly more?: readonly string[];
}

/**
 * The content security policy of a page, as a meta element: the site shares its origin with the explorer, which stores keys. Static
 * hosts need no setting for it; the service also sends it as a header.
 */
export function policyElement({
  inlineScripts,
  inlineStyles = false,
  wasm = false,
  more = [],
}: Needs): string {
  const policy = [
    "default-src 'none'",
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}${hashesOf(inlineScripts)}`,
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
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
