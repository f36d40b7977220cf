// @ts-check
/** Shows the address of the deployment that serves the page, wherever the document names its default server, in the chosen theme. */
(() => {
  // The theme that the reader chose in the guides or in the explorer.
  try {
    const theme = localStorage.getItem('starlight-theme');
    if (theme === 'light' || theme === 'dark') localStorage.setItem('redoc.colorMode', theme);
  } catch {
    // Redoc then follows the system.
  }

  // Earlier addresses of operations contained their tags.
  const operation = /^#\/(?:estimate|reports|highlights)(\/\w+)/.exec(location.hash)?.[1];
  if (operation !== undefined) history.replaceState(null, '', `#/other${operation}`);

  /** @typedef {{ baseUrl: string, form: 1 | 2 } | null} Deployment */
  const page = /** @type {Window & { deployment?: Deployment, ofDeployment?: (document: any) => any }} */ (
    window
  );

  page.ofDeployment = (document) => {
    const { deployment } = page;
    if (deployment === null || deployment === undefined) return document;
    const { baseUrl, form } = deployment;
    const standard = document.servers[0].url;
    const shown = JSON.parse(JSON.stringify(document), (_, value) =>
      typeof value === 'string' ? value.replaceAll(standard, () => baseUrl) : value,
    );
    const isOther = !document.info.title.endsWith(`Form ${form}`);
    shown.servers[0].description = isOther ? `This deployment, which serves Form ${form}` : 'This deployment';
    return shown;
  };
})();
