import { type RequestHandler, Router } from 'express';
import type { OwnKey } from '../overview.ts';
import type { OwnerRequest, PageContext } from './context.ts';
import { attempt } from './fields.ts';
import { keyPage, replacePage, revokePage } from './key-page.ts';
import { doneIn, type KeyView, keyViewOf } from './keys.ts';
import { type Page, redirect, sendPage } from './page.ts';
import { allowOnly, notFound } from './page-error.ts';
import { secretPage } from './secret-page.ts';

/** A request about one of the owner's keys. */
interface KeyRequest extends OwnerRequest {
  readonly key: OwnKey;
  readonly view: KeyView;
}

/** The page of a key, and its forms. */
export function keyRoutes(context: PageContext): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const { accounts } = context;

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
  const form = (name: string, act: (request: KeyRequest) => Promise<void>): RequestHandler =>
    forKeys(async (request) => {
      const { response, fields: values, key, view } = request;
      const result = await attempt(() => act(request));
      if ('error' in result) {
        sendPage(response, 422, keyPage(key, view, { sent: { form: name, values, error: result.error } }));
      }
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
      form('revoke', async ({ response, account, key }) => {
        await accounts.revokeKey(account, key.id);
        redirect(response, 'account?done=revoked');
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/keys/:id/replace')
    .get(question(replacePage))
    .post(
      form('replace', async ({ request, response, account, key, fields, root }) => {
        const shown = await accounts.replaceKey(account, key.id, { prefix: fields('prefix') });
        sendPage(
          response,
          200,
          secretPage(shown, {
            root,
            base: context.baseOf(request),
            venuePath: context.venuePath,
            isReplacement: true,
          }),
        );
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/keys/:id/name')
    // After a session has ended, browsers may open the address of a form.
    .get((request, response) => redirect(response, `account/keys/${request.params.id}`))
    .post(
      form('rename', async ({ response, account, key, fields }) => {
        await accounts.renameKey(account, key.id, fields('name'));
        redirect(response, `account/keys/${key.id}?done=renamed`);
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));
  return router;
}
