import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Adds the content security policy of a page, as a meta element that allows its inline scripts by their hashes, and what `scripts` and
 * `more` add. The site shares its origin with the explorer, which stores keys. Static hosts need no setting for it; the service also sends it
 * as a header.
 */
export function withPolicy(html: string, more: readonly string[], scripts = ''): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self'${scripts}${hashes.join('')}`,
    // Starlight has styles in attributes; Redoc writes styles into its page at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const element = `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`;
  return html.replace(/<meta charset="[^"]*"\s*\/?>/i, (charset) => `${charset}\n${element}`);
}
