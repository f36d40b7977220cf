import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { issueKey, STANDARD_QUOTA } from '../../accounts/keys.ts';
import { BaseUrl } from '../../service/http/server/base-url.ts';
import { serializePipelined } from '../../service/http/server/connections.ts';
import { sendProblem } from '../../service/http/server/failure.ts';
import { Problem } from '../../service/http/server/problem.ts';
import { splitTarget } from '../../service/http/server/request-record.ts';
import { closeAfterwards } from '../../service/http/server/send.ts';
import { cleanUp } from '../composition/clean-up.ts';
import { clockOf } from '../composition/clock.ts';
import { builtDocumentation } from '../composition/documentation.ts';
import { openServiceStore, serviceApp } from '../composition/service-app.ts';
import { openLog } from '../composition/service-log.ts';
import { inVenueZone } from '../composition/venue-zone.ts';
import { OpenResponses } from './open-responses.ts';
import { checkOptions } from './options.ts';
import type { MountableService, ServiceOptions } from './service-options.ts';
import { KEY_OWNER_RULES, settingsOf } from './service-settings.ts';

/** The paths of a service without pages, its placeholder pictures apart. All others are another application's. */
const OWN_PATHS = /^\/api\/v1\/|^\/(livez|readyz|openapi\.json|openapi\.yaml)$/;

/** Creates a service with checked options. `index.ts` describes it. */
export async function createService(options: ServiceOptions): Promise<MountableService> {
  const settings = settingsOf(options);
  const { pages = true, drainMs = 10_000 } = options;
  const logger = (options.logger as Logger | undefined) ?? openLog('warn', 'stderr').logger;
  const store = await openServiceStore(settings, logger);
  const clock = clockOf(settings.asOf);
  const baseUrl = new BaseUrl(settings.publicUrl, settings.trustProxy);
  const open = new OpenResponses();
  let state: 'serving' | 'closing' | 'closed' = 'serving';
  const context = {
    logger,
    clock,
    baseUrl,
    observer: null,
    documentation: pages ? builtDocumentation : null,
    isServing: () => state === 'serving',
  };
  const app = await inVenueZone(settings, store, 'timeZone')
    .then((zoned) => serviceApp(zoned, store, context, {}))
    .catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  const cleaning = cleanUp(() => [store], { clock, logger });
  const warmedUp = app.api.warmUp().catch((error: unknown) => {
    if (state === 'serving') logger.warn({ err: error }, 'the warm-up failed');
  });

  const isOwn = (path: string) =>
    OWN_PATHS.test(path) ||
    (settings.photoHost === null && path.startsWith('/photos/')) ||
    (settings.publicPage && path.startsWith('/page/api/v1/'));
  const handler: MountableService['handler'] = serializePipelined((request, response, next) => {
    if (next !== undefined && !pages && !isOwn(splitTarget(request.url as string)[0])) return next();
    if (state === 'closed') return refuse(request, response);
    open.add(response);
    baseUrl.mounted(request, prefixOf(request));
    app.listener(request, response);
  });
  const close = async () => {
    state = 'closing';
    await open.drained(drainMs);
    state = 'closed';
    await cleaning.close();
    await store.close();
  };
  let closing: Promise<void> | null = null;
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  return {
    handler,
    warmedUp,
    checkDatabase: app.checkDatabase,
    async issueKey(owner) {
      checkOptions(owner, KEY_OWNER_RULES, ['email']);
      const { email, quota = STANDARD_QUOTA } = owner;
      const { key, secret } = await issueKey(store, { email, quota, now: clock() });
      return { id: key.id, key: secret };
    },
    revokeKey: async (id) => (await store.revokeKey(id, clock())) !== null,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** Returns the path where Express has mounted the handler, which it took off the URL. */
function prefixOf(request: IncomingMessage & { readonly baseUrl?: unknown }): string {
  return typeof request.baseUrl === 'string' ? request.baseUrl : '';
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  closeAfterwards(response);
  const id = randomUUID();
  sendProblem(
    request,
    response,
    ['X-Request-Id', id],
    new Problem('unavailable', 'The service is shut down.'),
    id,
  );
}
