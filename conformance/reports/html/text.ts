/** Text for HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The text as code. */
export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** A section of the page with its heading; empty if it has nothing to show. */
export function section(id: string, title: string, content: string): string {
  return content === ''
    ? ''
    : `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escapeHtml(title)}</h2>\n${content}\n</section>`;
}

/** The same, folded until somebody opens it. */
export function foldedSection(id: string, title: string, content: string): string {
  return content === ''
    ? ''
    : `<section id="${id}"><details><summary><h2>${escapeHtml(title)}</h2></summary>\n${content}\n</details></section>`;
}
