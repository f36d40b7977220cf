import { byId } from './element.ts';
import type { Drawer } from './safe-storage.ts';

const PLACE = 'headcount-theme';

/** Lets people choose light or dark; without a choice the page follows the system. */
export function followTheme(drawer: Drawer): void {
  const choice = byId<HTMLSelectElement>('theme');
  const apply = () => {
    if (choice.value === '') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice.value;
  };
  choice.value = drawer.getItem(PLACE) ?? '';
  apply();
  choice.addEventListener('change', () => {
    if (choice.value === '') drawer.removeItem(PLACE);
    else drawer.setItem(PLACE, choice.value);
    apply();
  });
}
