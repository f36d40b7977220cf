/** How long an announcement stays, in milliseconds. Screen readers take it when it appears. */
const STAYS = 10_000;

/** Announces texts in a live region. They don't stay, so that nobody who reads the page hears them again. */
export class Announcer {
  readonly #region: Pick<Element, 'textContent'>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(region: Pick<Element, 'textContent'>) {
    this.#region = region;
  }

  say(text: string): void {
    clearTimeout(this.#timer);
    this.#region.textContent = text;
    this.#timer = setTimeout(() => {
      this.#region.textContent = '';
    }, STAYS);
  }
}
