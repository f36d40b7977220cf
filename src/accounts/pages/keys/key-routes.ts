import { type RequestHandler, Router } from 'express';
import type { OwnKey } from '../../overview.ts';
import type { OwnerRequest, PageContext } from '../context.ts';
import { attempt } from '../fields.ts';
import { type Page, redirect, sendPage } from '../page.ts';
import { allowOnly, notFound } from '../page-error.ts';
import { doneIn, type KeyView, keyViewOf } from './key-facts.ts';
import { keyPage, replacePage, revokePage } from './key-pages.ts';
import { sendSecret } from './secret-page.ts';

/** A request about one of the owner's keys. */
interface KeyRequest extends OwnerRequest {
  readonly key: OwnKey;
  readonly view: KeyView;
}

/** The page of a key, and its forms. */
export function keyRoutes(context: PageContext): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const { accounts } = context.options;

  router.param('id', (_request, _response, next, id: string) => {
    if (!/^\d+$/.test(id)) throw notFound();
    next();
  });

  /** Handles requests about a key that the owner has; any other id is 404. */
  const forKeys = (handle: (request: KeyRequest) => Promise<void>) =>
    context.forOwners(async (owner) => {
      const view = await keyViewOf(context, owner.request, owner.account);
      const id = String(owner.request.params['id']);
      const key = view.overview.keys.find((one) => String(one.id) === id);
      if (key === undefined) throw notFound();
      await handle({ ...owner, key, view });
    });

  /** A form that leads to another page, or shows the key's page again with what is wrong. */
  const form = (act: (request: KeyRequest) => Promise<void>): RequestHandler =>
    forKeys(async (request) => {
      const { response, fields, key, view } = request;
      const result = await attempt(fields, () => act(request));
      if ('sent' in result) sendPage(response, 422, keyPage(key, view, result));
    });

  /** A page that asks before a key or its secret ends; for a key that has ended, its own page. */
  const question = (pageOf: (key: OwnKey, root: string) => Page) =>
    forKeys(async ({ response, key, root }) => {
      if (key.state === 'active') sendPage(response, 200, pageOf(key, root));
      else redirect(response, `account/keys/${key.id}`);
    });

  router
    .route('/keys/:id')
    .get(
      forKeys(async ({ request, response, key, view }) =>
        sendPage(response, 200, keyPage(key, view, { done: doneIn(request) })),
      ),
    )
    .all(allowOnly('GET', 'HEAD'));

  router
    .route('/keys/:id/revoke')
    .get(question(revokePage))
    .post(
      form(async ({ response, account, key }) => {
        await accounts.revokeKey(account, key.id);
        redirect(response, 'account?done=revoked');
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/keys/:id/replace')
    .get(question(replacePage))
    .post(
      form(async (owner) => {
        const { account, key, fields } = owner;
        sendSecret(context, owner, await accounts.replaceKey(account, key.id, fields('prefix')), true);
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/keys/:id/name')
    // After a session has ended, browsers may open the address of a form.
    .get((request, response) => redirect(response, `account/keys/${request.params.id}`))
    .post(
      form(async ({ response, account, key, fields }) => {
        await accounts.renameKey(account, key.id, fields('name'));
        redirect(response, `account/keys/${key.id}?done=renamed`);
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));
  return router;
}
