// @ts-check
/**
 * The search: a dialog with a field and the links found. It is loaded when somebody opens it for the first time, after
 * MiniSearch and the data.
 * @typedef {{ page: string, title: string, address: string, text: string, names?: string[] }} Found
 */
(() => {
  const MOST = 20;
  const AROUND = 60;
  /** @type {{ searchData: Found[], MiniSearch: any }} */
  const { searchData, MiniSearch } = /** @type {any} */ (window);
  const index = new MiniSearch({
    idField: 'id',
    fields: ['title', 'page', 'text', 'names'],
    extractField: (/** @type {any} */ found, /** @type {string} */ name) =>
      name === 'names' ? (found.names ?? []).join(' ') : found[name],
    // Names such as estimate_value and quota-exceeded are found whole and by their words.
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
  index.addAll(searchData.map((found, id) => ({ id, ...found })));

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
  // Enter in the field goes to the best result, and does not close the dialog without one.
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    if (document.activeElement !== field) return;
    event.preventDefault();
    links()[0]?.click();
  });
  dialog.addEventListener('click', (event) => {
    const away = event.target === dialog;
    const gone = event.target instanceof Element && event.target.closest('a') !== null;
    if (away || gone) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [field, ...links()];
    const here = stops.findIndex((stop) => stop === document.activeElement);
    stops[Math.min(Math.max(here + step, 0), stops.length - 1)]?.focus();
  });
  document.addEventListener('open-search', () => {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
  });

  /**
   * Whole pages come before their parts, and records of decisions last.
   * @param {number} id
   */
  function weightOf(id) {
    const { address } = /** @type {Found} */ (searchData[id]);
    return (address.includes('#') ? 1 : 3) * (address.startsWith('decisions/') ? 0.3 : 1);
  }

  function links() {
    return [...list.querySelectorAll('a')];
  }

  function show() {
    const question = field.value.trim();
    const results = question === '' ? [] : index.search(question);
    status.textContent =
      question === ''
        ? ''
        : results.length === 0
          ? `Nothing found for “${question}”`
          : results.length > MOST
            ? `${results.length} found; the best ${MOST} are shown`
            : `${results.length} found`;
    list.replaceChildren(...results.slice(0, MOST).map(item));
  }

  /** @param {{ id: number, terms: string[] }} result */
  function item({ id, terms }) {
    const { page, title, address, text, names = [] } = /** @type {Found} */ (searchData[id]);
    const link = document.createElement('a');
    link.href = root + address;
    const heading = document.createElement('strong');
    heading.textContent = title;
    const place = document.createElement('span');
    place.textContent = page === title ? '' : page;
    const excerpt = document.createElement('small');
    excerpt.append(...marked(excerptOf(textWith(text, names, terms), terms), terms));
    link.append(heading, place, excerpt);
    const entry = document.createElement('li');
    entry.append(link);
    return entry;
  }

  /**
   * The text; where only names hold what was found, with those.
   * @param {string} text
   * @param {string[]} names
   * @param {string[]} terms
   */
  function textWith(text, names, terms) {
    const isIn = (/** @type {string} */ one) => terms.some((term) => one.toLowerCase().includes(term));
    const found = isIn(text) ? [] : names.filter(isIn);
    return found.length === 0 ? text : `Has ${found.join(', ')}. ${text}`;
  }

  /**
   * The text around the first word that was found.
   * @param {string} text
   * @param {string[]} terms
   */
  function excerptOf(text, terms) {
    const lower = text.toLowerCase();
    const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
    const start = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - AROUND);
    const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
    const piece = text.slice(from, from + 3 * AROUND);
    return `${from > 0 ? '… ' : ''}${piece}${from + piece.length < text.length ? ' …' : ''}`;
  }

  /**
   * @param {string} text
   * @param {string[]} terms
   */
  function marked(text, terms) {
    if (terms.length === 0) return [text];
    const pattern = new RegExp(`(${terms.map((term) => RegExp.escape(term)).join('|')})`, 'giu');
    return text.split(pattern).map((piece, at) => {
      if (at % 2 === 0) return piece;
      const mark = document.createElement('mark');
      mark.textContent = piece;
      return mark;
    });
  }
})();
