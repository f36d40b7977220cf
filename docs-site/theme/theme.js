// @ts-check
// Runs before the page is drawn. The name in the storage is Redoc's, so that its pages follow the same choice.
(() => {
  try {
    const chosen = localStorage.getItem('redoc.colorMode');
    if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;
  } catch {
    // Without storage the machine's own preference holds.
  }
})();
