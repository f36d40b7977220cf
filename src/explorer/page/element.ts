type Child = Node | string | number | null | false;
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Creates an element from attributes and children. Omits those that are null or false; text is never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: readonly (Attributes | Child)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const part of content) {
    if (part === null || part === false) continue;
    if (part instanceof Node) created.append(part);
    else if (typeof part === 'object') setAttributes(created, part);
    else created.append(String(part));
  }
  return created;
}

function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) target.setAttribute(name, value === true ? '' : String(value));
  }
}

/** The header row of a table. */
export function tableHead(columns: readonly string[]): HTMLElement {
  return element('thead', element('tr', ...columns.map((name) => element('th', { scope: 'col' }, name))));
}

/** The element with an id that the page is known to have. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as E;
}
