import type { RequestListener } from 'node:http';
import { type Api, openApi } from './api/api.ts';
import { databaseCheck, SharedResources } from './api/shared-resources.ts';
import type { AppOptions, PhonePages } from './app-options.ts';
import { pageErrors } from './pages/page-app.ts';
import { servicePages } from './pages/service-pages.ts';
import { admitting } from './server/admission.ts';
import { failureHandler } from './server/failure.ts';

const NO_PHONE_PAGES: PhonePages = { reportPage: null, staffPage: null };

export interface App {
  /** The whole service: the API and the pages. */
  readonly listener: RequestListener;
  readonly api: Api;
  /** Rejects if the database cannot be used, as `/readyz` says it. */
  checkDatabase(): Promise<void>;
}

/** Puts the API in front of an Express application with everything else: health checks, documents, photos and pages. */
export async function createApp(options: AppOptions, shared = new SharedResources(options)): Promise<App> {
  const { store, accounts } = options;
  const fail = failureHandler(options);
  const api = await openApi(options, shared, fail);
  const checkReports = store === accounts ? shared.checkAccounts : databaseCheck(store);
  const checkDatabase = async () => {
    await Promise.all([shared.checkAccounts(), checkReports()]);
  };
  const phonePages = (await options.openPhonePages?.(api)) ?? NO_PHONE_PAGES;
  const pages = servicePages({ ...options, ...phonePages }, api, shared, checkDatabase).use(pageErrors(fail));
  const listener = admitting(api.before(pages), options, fail);
  return { listener, api, checkDatabase };
}
