/** The cookies that a deployment has set during a run, without their attributes: all requests go to one origin. */
export class Cookies {
  readonly #values = new Map<string, string>();

  /** Keeps what the fields of a response set. */
  take(fields: Iterable<readonly [string, string]>): void {
    for (const [name, value] of fields) {
      if (name !== 'set-cookie') continue;
      // Several fields are joined by commas; dates in them have commas, too, but no equals sign before the next semicolon.
      for (const cookie of value.split(/,(?=\s*[^\s;,=]+=)/)) {
        const [, key, text] = /^\s*([^\s;,=]+)=([^;]*)/.exec(cookie) ?? [];
        if (key === undefined || text === undefined) continue;
        if (/;\s*max-age=(0|-\d+)\s*(;|$)/i.test(cookie)) this.#values.delete(key);
        else this.#values.set(key, text.trim());
      }
    }
  }

  /** The field of a request; none if there are no cookies. */
  header(): Readonly<Record<string, string>> {
    if (this.#values.size === 0) return {};
    return { cookie: [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ') };
  }
}
