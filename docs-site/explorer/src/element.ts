type Child = Node | string | number | null | false;

/** Makes an element. Attributes that are null or false are left out; text is always text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | boolean | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(attribute, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== false).map(asNode));
  return made;
}

/** The element of an id that the page is known to have. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as E;
}

function asNode(child: Node | string | number): Node | string {
  return typeof child === 'number' ? String(child) : child;
}
