/** A cell of a grid: its row and column. */
export type Place = readonly [row: number, column: number];

/**
 * Returns the cell that a key moves the focus to, or null if it doesn't move. `cells` says which cells can have the focus. Follows the
 * grid pattern of ARIA: arrows skip cells without a control; Home and End stay in the row, unless Ctrl is held.
 */
export function nextPlace(
  cells: readonly (readonly boolean[])[],
  [row, column]: Place,
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
): Place | null {
  const all = cells.flatMap((inRow, y) => inRow.flatMap((has, x): Place[] => (has ? [[y, x]] : [])));
  const inRow = all.filter(([y]) => y === row);
  const inColumn = all.filter(([, x]) => x === column);
  switch (key) {
    case 'ArrowLeft':
      return inRow.findLast(([, x]) => x < column) ?? null;
    case 'ArrowRight':
      return inRow.find(([, x]) => x > column) ?? null;
    case 'ArrowUp':
      return inColumn.findLast(([y]) => y < row) ?? null;
    case 'ArrowDown':
      return inColumn.find(([y]) => y > row) ?? null;
    case 'Home':
      return (ctrlKey ? all : inRow)[0] ?? null;
    case 'End':
      return (ctrlKey ? all : inRow).at(-1) ?? null;
    default:
      return null;
  }
}

/** Makes the buttons of a table one tab stop, which the arrow keys move; at first, it is `first`. */
export function moveFocusByArrows(table: HTMLTableElement, first: HTMLElement | null): void {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => cell.querySelector('button')));
  const buttons = rows.flat().filter((button) => button !== null);
  let stop = first ?? buttons[0];
  const stopAt = (button: HTMLElement) => {
    stop?.setAttribute('tabindex', '-1');
    button.setAttribute('tabindex', '0');
    stop = button;
  };
  for (const button of buttons) button.setAttribute('tabindex', '-1');
  if (stop !== undefined) stopAt(stop);
  table.addEventListener('focusin', ({ target }) => {
    const button = buttons.find((one) => one === target);
    if (button !== undefined) stopAt(button);
  });
  table.addEventListener('keydown', (event) => {
    const button = buttons.find((one) => one === event.target) ?? null;
    const row = rows.findIndex((inRow) => button !== null && inRow.includes(button));
    const column = rows[row]?.indexOf(button) ?? -1;
    const cells = rows.map((inRow) => inRow.map((one) => one !== null));
    const next = event.altKey || event.metaKey ? null : nextPlace(cells, [row, column], event);
    if (next === null) return;
    event.preventDefault();
    rows[next[0]]?.[next[1]]?.focus();
  });
}
