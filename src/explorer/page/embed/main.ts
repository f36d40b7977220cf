import { metaContent, ownBaseUrl } from '../address.ts';
import { Api } from '../deployment/api.ts';
import { EmbedPage } from './embed-page.ts';

const clockOffset = Number(metaContent('clock-offset') ?? 0);
new EmbedPage(
  new Api({ baseUrl: ownBaseUrl(location.href), publicPath: '/page', clockOffset }, null),
).start();
