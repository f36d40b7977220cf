import { ownBaseUrl, ownServiceOf } from '../address.ts';
import { Api } from '../deployment/api.ts';
import { EmbedPage } from './embed-page.ts';

const own = ownServiceOf(ownBaseUrl(location.href));
new EmbedPage(new Api({ ...own, publicPath: '/page' }, null)).start();
