import type { IncomingMessage, RequestListener } from 'node:http';
import { admitting } from './admission.ts';
import { Api } from './api.ts';
import type { AppOptions } from './app-options.ts';
import { failureHandler } from './failure.ts';
import { isForAccounts, pageErrors } from './page-app.ts';
import { REPORT_PATH, STAFF_PATH } from './page-paths.ts';
import { splitTarget } from './request-record.ts';
import { servicePages } from './service-pages.ts';
import { databaseCheck, SharedResources } from './shared-resources.ts';

export interface App {
  /** The whole service: the API and the pages. */
  readonly listener: RequestListener;
  readonly api: Api;
  /** Rejects if the database cannot be used, as `/readyz` says it. */
  checkDatabase(): Promise<void>;
}

/** Puts the API in front of an Express application with everything else: health checks, documents, photos and pages. */
export async function createApp(options: AppOptions, shared = new SharedResources(options)): Promise<App> {
  const { store, accounts, accountPage, reportPage, staffPage } = options;
  const fail = failureHandler(options);
  const api = await Api.open(options, shared, fail);
  const checkReports = store === accounts ? shared.checkAccounts : databaseCheck(store);
  const checkDatabase = async () => {
    await Promise.all([shared.checkAccounts(), checkReports()]);
  };
  const pages = servicePages(options, api, shared, checkDatabase).use(pageErrors(fail));
  const forms = [reportPage && REPORT_PATH, staffPage && STAFF_PATH];
  const isForm = ({ method, url = '' }: IncomingMessage) =>
    method === 'POST' && forms.includes(splitTarget(url)[0]);
  const isBodyRead = (request: IncomingMessage) =>
    (accountPage !== null && isForAccounts(request)) || isForm(request);
  const listener: RequestListener = (request, response) =>
    api.handle(request, response, () => pages(request, response));
  return { listener: admitting(listener, options, fail, isBodyRead), api, checkDatabase };
}
