type Child = Node | string | number | null | false;

/** Creates an element. Attributes that are null or false are omitted; text is always text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | boolean | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== false)
      created.setAttribute(attribute, value === true ? '' : String(value));
  }
  const shown = children.filter((child) => child !== null && child !== false);
  created.append(...shown.map((child) => (typeof child === 'number' ? String(child) : child)));
  return created;
}

/** The header row of a table. */
export function tableHead(columns: readonly string[]): HTMLElement {
  return element(
    'thead',
    {},
    element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name))),
  );
}

/** The element with an id that the page is known to have. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as E;
}
