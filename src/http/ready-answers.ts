import { createHash } from 'node:crypto';
import { BoundedMap } from './bounded-map.ts';

/** A JSON answer, ready to be sent again. */
export interface ReadyAnswer {
  readonly body: Buffer;
  /** Weak, since the bytes on the wire may be compressed. */
  readonly etag: string;
}

interface Kept {
  readonly epoch: string;
  readonly answer: Promise<ReadyAnswer>;
}

const ENTRIES = 2_000;
const LARGEST = 1 << 20;
const TOTAL = 64 << 20;

/**
 * Answers computed already, by everything they depend on. Each belongs to an epoch and counts for
 * nothing in another. Requests for the same answer that arrive together wait for one computation.
 */
export class ReadyAnswers {
  readonly #kept = new BoundedMap<string, Kept>(ENTRIES);
  #bytes = 0;

  async answer(name: string, epoch: string, compute: () => Promise<object>): Promise<ReadyAnswer> {
    const kept = this.#kept.get(name);
    if (kept?.epoch === epoch) return kept.answer;
    const answer = compute().then(readyAnswer);
    this.#kept.set(name, { epoch, answer });
    try {
      const { body } = await answer;
      if (body.length > LARGEST) this.#kept.delete(name);
      else this.#count(body.length);
    } catch {
      // A failure is told to those who wait for it now, and not kept.
      this.#kept.delete(name);
    }
    return answer;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= TOTAL) return;
    // Counting what was ever kept overstates what is; starting anew now and then costs little.
    this.#kept.clear();
    this.#bytes = 0;
  }
}

function readyAnswer(value: object): ReadyAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: `W/"${createHash('sha1').update(body).digest('base64url')}"` };
}
