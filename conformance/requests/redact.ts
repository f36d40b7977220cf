import { keyPlaceholder } from '../evidence/evidence.ts';
import { secretsOf } from './credentials.ts';

/** Replaces the key, and every other spelling of it that the gate sends, by a placeholder. */
export type Redact = (text: string) => string;

/** Makes the redaction for one key. A short secret is replaced only where it stands as a word of its own. */
export function createRedact(key: string): Redact {
  if (key === '') return (text) => text;
  const alternatives = secretsOf(key).map((secret) => {
    const pattern = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return secret.length < 8 ? `(?<![A-Za-z0-9])${pattern}(?![A-Za-z0-9])` : pattern;
  });
  const secrets = new RegExp(alternatives.join('|'), 'g');
  return (text) => text.replace(secrets, () => keyPlaceholder);
}
