// @ts-check
/**
 * The script of the 404 page, which hosts show at any address. Finds the folder of the site among the folders of the address, corrects the
 * links, loads the site's scripts, and offers to search for the words of the address.
 */
const start = async () => {
  const names = location.pathname.split('/').filter((name) => name !== '');
  const folders = location.pathname.endsWith('/') ? names.length : names.length - 1;
  for (let depth = folders; depth >= 0; depth -= 1) {
    const root = `/${names
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join('')}`;
    const response = await fetch(`${root}assets/site.js`, { method: 'HEAD' }).catch(() => null);
    // Some hosts respond with a page to everything.
    if (!response?.ok || !response.headers.get('content-type')?.includes('javascript')) continue;
    offerSearch(names.slice(depth));
    correct(root);
    return;
  }

  /** @param {string} root */
  function correct(root) {
    for (const link of document.querySelectorAll('link[href], a[href]:not([href^="#"])'))
      link.setAttribute('href', root + link.getAttribute('href'));
    document.body.dataset['root'] = root;
    for (const name of ['header.js', 'site.js']) {
      const script = document.createElement('script');
      script.src = `${root}assets/${name}`;
      document.head.append(script);
    }
  }

  /**
   * The header's script shows the button when it works.
   * @param {readonly string[]} below the address below the root of the site
   */
  function offerSearch(below) {
    const words = (below.at(-1) ?? '')
      .replace(/\.\w+$/, '')
      .replaceAll(/%[\dA-F]{2}|[^\p{L}\p{N}]+/giu, ' ')
      .trim();
    const button = document.querySelector('[data-search-for]');
    if (words === '' || !(button instanceof HTMLButtonElement)) return;
    button.dataset['searchFor'] = words;
    button.textContent = `Search for “${words}”`;
  }
};

void start();
