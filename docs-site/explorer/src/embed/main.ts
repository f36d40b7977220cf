import { EmbedPage } from './embed-page.ts';
import { NewVersion } from './new-version.ts';

const statusUrl = new URL('page/api/v1/status', location.href).href;
new EmbedPage(statusUrl, new NewVersion(location.href, () => location.reload())).start();
