/** Milliseconds for which the button says what happened. */
const SHOWN = 3000;

/** Makes a button copy a link. Hides it where the browser lets no page write to the clipboard; the address bar has the same link. */
export function copyOnClick(button: HTMLButtonElement, link: () => string): void {
  const label = button.textContent;
  button.hidden = navigator.clipboard === undefined;
  const show = (text: string) => {
    button.textContent = text;
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(link()).then(
      () => show('Link copied, without the key'),
      () => show('Copy it from the address bar'),
    );
  });
}
