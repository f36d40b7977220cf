type Names = keyof HTMLElementTagNameMap;
type NameOf<Tag> = Tag extends `${infer Name}.${string}` ? Name : Tag;
type ElementOf<Tag> = NameOf<Tag> extends Names ? HTMLElementTagNameMap[NameOf<Tag>] : never;
type Child = Node | string | number | null | false;
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Creates an element from `name` or `name.class`, attributes and children. Omits those that are null or false; text is never markup. */
export function element<Tag extends Names | `${Names}.${string}`>(
  tag: Tag,
  ...content: readonly (Attributes | Child)[]
): ElementOf<Tag> {
  const [name = '', ...classes] = tag.split('.');
  const created = document.createElement(name) as ElementOf<Tag>;
  if (classes.length > 0) created.className = classes.join(' ');
  for (const part of content) {
    if (part === null || part === false) continue;
    if (part instanceof Node) created.append(part);
    else if (typeof part === 'object') setAttributes(created, part);
    else created.append(String(part));
  }
  return created;
}

function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) target.setAttribute(name, value === true ? '' : String(value));
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
