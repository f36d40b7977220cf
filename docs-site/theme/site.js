// @ts-check
/** The theme, the menu on phones, copy buttons, keyboard scrolling, and opening the search. */
(() => {
  const root = document.documentElement;
  const assets = `${document.body.dataset['root'] ?? ''}assets/`;

  /** @param {string} selector */
  const button = (selector) => {
    const found = document.querySelector(selector);
    if (!(found instanceof HTMLButtonElement)) throw new Error(`no button ${selector}`);
    found.hidden = false;
    return found;
  };

  const theme = button('[data-theme-toggle]');
  const isDark = () =>
    (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) ===
    'dark';
  const showTheme = () => theme.setAttribute('aria-pressed', String(isDark()));
  theme.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem('redoc.colorMode', root.dataset['theme']);
    } catch {
      // Without storage, the choice lasts for this page.
    }
    showTheme();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  showTheme();

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
  // On phones, the navigation is above the text without this script, and in the menu with it.
  document.body.classList.add('has-menu');

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

  const opener = button('[data-search]');
  let loading = /** @type {Promise<void> | null} */ (null);
  /** @param {string} [query] */
  const openSearch = (query) => {
    loading ??= ['search-data.js', 'search.js'].reduce(
      (previous, name) => previous.then(() => load(`${assets}${name}`)),
      Promise.resolve(),
    );
    loading.then(
      () => document.dispatchEvent(new CustomEvent('open-search', { detail: query })),
      () => {
        loading = null;
      },
    );
  };
  opener.addEventListener('click', () => openSearch());
  for (const asking of document.querySelectorAll('[data-search-for]')) {
    if (asking instanceof HTMLElement)
      asking.addEventListener('click', () => openSearch(asking.dataset['searchFor']));
  }
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
    const slash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
    const commandK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!slash && !commandK) return;
    event.preventDefault();
    openSearch();
  });

  /**
   * @param {string} address
   * @returns {Promise<void>}
   */
  function load(address) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = address;
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', reject);
      document.head.append(script);
    });
  }
})();
