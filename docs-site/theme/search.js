// @ts-check
/**
 * The search dialog. Loaded when it is opened for the first time, after MiniSearch and the data.
 * @typedef {{ page: string, title: string, address: string, text: string, names?: string[] }} SearchEntry
 */
(() => {
  const MAX_RESULTS = 20;
  /** Characters of an excerpt before the first match. */
  const CONTEXT = 60;
  /** @type {{ searchData: SearchEntry[], MiniSearch: any }} */
  const { searchData, MiniSearch } = /** @type {any} */ (window);
  const index = new MiniSearch({
    idField: 'id',
    fields: ['title', 'page', 'text', 'names'],
    extractField: (/** @type {any} */ entry, /** @type {string} */ name) =>
      name === 'names' ? (entry.names ?? []).join(' ') : entry[name],
    // Index names such as estimate_value and quota-exceeded both whole and by word.
    tokenize: (/** @type {string} */ text) =>
      text
        .toLowerCase()
        .match(/[\p{L}\p{N}]+([_-][\p{L}\p{N}]+)*|[\p{L}\p{N}]+/gu)
        ?.flatMap((word) => (/[_-]/.test(word) ? [word, ...word.split(/[_-]/)] : [word])) ?? [],
    searchOptions: {
      boost: { title: 4, page: 2, names: 2 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boostDocument: weightOf,
    },
  });
  index.addAll(searchData.map((entry, id) => ({ id, ...entry })));

  const root = document.body.dataset['root'] ?? '';
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = `
    <form method="dialog" role="search">
      <input type="search" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off" spellcheck="false" aria-controls="search-results">
      <button type="submit">Close</button>
    </form>
    <p role="status"></p>
    <ul id="search-results"></ul>`;
  document.body.append(dialog);
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
  const status = /** @type {HTMLElement} */ (dialog.querySelector('[role=status]'));
  const list = /** @type {HTMLElement} */ (dialog.querySelector('ul'));

  field.addEventListener('input', show);
  // Enter opens the best result; without results, the dialog stays open.
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    if (document.activeElement !== field) return;
    event.preventDefault();
    links()[0]?.click();
  });
  dialog.addEventListener('click', (event) => {
    const isBackdrop = event.target === dialog;
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (isBackdrop || isLink) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [field, ...links()];
    const current = stops.indexOf(/** @type {HTMLInputElement} */ (document.activeElement));
    stops[Math.min(Math.max(current + step, 0), stops.length - 1)]?.focus();
  });
  document.addEventListener('open-search', () => {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
  });

  /**
   * Ranks whole pages above their parts, and decision records last.
   * @param {number} id
   */
  function weightOf(id) {
    const { address } = /** @type {SearchEntry} */ (searchData[id]);
    return (address.includes('#') ? 1 : 3) * (address.startsWith('decisions/') ? 0.3 : 1);
  }

  function links() {
    return [...list.querySelectorAll('a')];
  }

  function show() {
    const query = field.value.trim();
    const results = query === '' ? [] : index.search(query);
    status.textContent =
      query === ''
        ? ''
        : results.length === 0
          ? `No results for “${query}”`
          : results.length > MAX_RESULTS
            ? `${results.length} results, showing the best ${MAX_RESULTS}`
            : `${results.length} ${results.length === 1 ? 'result' : 'results'}`;
    list.replaceChildren(...results.slice(0, MAX_RESULTS).map(item));
  }

  /** @param {{ id: number, terms: string[] }} result */
  function item({ id, terms }) {
    const { page, title, address, text, names = [] } = /** @type {SearchEntry} */ (searchData[id]);
    const link = document.createElement('a');
    link.href = root + address;
    const heading = document.createElement('strong');
    heading.textContent = title;
    const parent = document.createElement('span');
    parent.textContent = page === title ? '' : page;
    const excerpt = document.createElement('small');
    excerpt.append(...highlighted(excerptOf(textWith(text, names, terms), terms), terms));
    link.append(heading, parent, excerpt);
    const entry = document.createElement('li');
    entry.append(link);
    return entry;
  }

  /**
   * The text, with the names that match if the text does not.
   * @param {string} text
   * @param {string[]} names
   * @param {string[]} terms
   */
  function textWith(text, names, terms) {
    const matches = (/** @type {string} */ one) => terms.some((term) => one.toLowerCase().includes(term));
    const matching = matches(text) ? [] : names.filter(matches);
    return matching.length === 0 ? text : `Contains ${matching.join(', ')}. ${text}`;
  }

  /**
   * The text around the first match.
   * @param {string} text
   * @param {string[]} terms
   */
  function excerptOf(text, terms) {
    const lower = text.toLowerCase();
    const positions = terms.map((term) => lower.indexOf(term)).filter((position) => position >= 0);
    const start = Math.max(0, Math.min(...(positions.length > 0 ? positions : [0])) - CONTEXT);
    const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
    const excerpt = text.slice(from, from + 3 * CONTEXT);
    return `${from > 0 ? '… ' : ''}${excerpt}${from + excerpt.length < text.length ? ' …' : ''}`;
  }

  /**
   * @param {string} text
   * @param {string[]} terms
   */
  function highlighted(text, terms) {
    if (terms.length === 0) return [text];
    const pattern = new RegExp(`(${terms.map((term) => RegExp.escape(term)).join('|')})`, 'giu');
    return text.split(pattern).map((piece, index) => {
      if (index % 2 === 0) return piece;
      const mark = document.createElement('mark');
      mark.textContent = piece;
      return mark;
    });
  }
})();
