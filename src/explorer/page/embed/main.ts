import { EmbedPage } from './embed-page.ts';
import { NewVersion } from './new-version.ts';
import { Reads } from './reads.ts';

// Relative, since the service may be below a path.
const api = new URL('page/api/v1', location.href).href;
new EmbedPage(new Reads(api), new NewVersion(location.href, () => location.reload())).start();
