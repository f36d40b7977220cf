import { HOUR, type Micros } from '../domain/micros.ts';
import type { NewPhoto } from '../store/store.ts';

/** How long a photo stays valid when its source does not say: 365 days of 24 hours. */
const LIFETIME: Micros = 365 * 24 * HOUR;

/** When a photo expires whose source does not say. */
export function defaultExpiry(createdAt: Micros): Micros {
  return createdAt + LIFETIME;
}

/** A photo of which a source only says that there is one. */
export function unknownPhoto(createdAt: Micros): NewPhoto {
  return { file: null, caption: '', expiresAt: defaultExpiry(createdAt), likes: [] };
}
