import { EmbedPage } from './embed-page.ts';
import { Reads } from './reads.ts';

// Relative, since the service may be below a path.
const api = new URL('page/api/v1', location.href).href;
new EmbedPage(new Reads(api)).start();
