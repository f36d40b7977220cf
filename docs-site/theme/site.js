// @ts-check
/** The menu on phones, copy buttons, and keyboard scrolling. */
(() => {
  /** @param {string} selector */
  const button = (selector) => {
    const found = document.querySelector(selector);
    if (!(found instanceof HTMLButtonElement)) throw new Error(`no button ${selector}`);
    found.hidden = false;
    return found;
  };

  const menu = button('[data-menu]');
  const isMenuOpen = () => menu.getAttribute('aria-expanded') === 'true';
  /** @param {boolean} open */
  const showMenu = (open) => {
    menu.setAttribute('aria-expanded', String(open));
    document.body.classList.toggle('menu-open', open);
  };
  menu.addEventListener('click', () => showMenu(!isMenuOpen()));
  document.addEventListener('keydown', (event) => {
    // Escape closes an open search dialog first.
    if (event.key !== 'Escape' || !isMenuOpen() || document.querySelector('dialog[open]') !== null) return;
    showMenu(false);
    menu.focus();
  });

  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('pre code');
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.className = 'copy';
    copy.textContent = 'Copy';
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code?.textContent ?? '');
        copy.textContent = 'Copied';
      } catch {
        getSelection()?.selectAllChildren(code ?? block);
        copy.textContent = 'Selected';
      }
      setTimeout(() => {
        copy.textContent = 'Copy';
      }, 2000);
    });
    block.querySelector('.bar')?.append(copy);
  }

  // Scroll the navigation to the current page.
  const navigation = document.querySelector('.navigation');
  const current = navigation?.querySelector('[aria-current]');
  if (navigation instanceof HTMLElement && current instanceof HTMLElement) {
    const hidden = current.offsetTop + current.offsetHeight - navigation.clientHeight;
    if (hidden > 0) navigation.scrollTop = hidden + navigation.clientHeight / 3;
  }

  // Make wide content scrollable by keyboard, and keep the rest out of the tab order.
  const widths = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const wide of document.querySelectorAll('pre, .table')) widths.observe(wide);
})();
