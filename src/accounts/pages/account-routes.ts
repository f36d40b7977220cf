import { Router } from 'express';
import { tidyName } from '../keys.ts';
import type { OwnKey } from '../overview.ts';
import { SESSION_LIFETIME } from '../sessions.ts';
import type { PageContext, SignedIn } from './context.ts';
import { attempt } from './fields.ts';
import { doneIn, keyViewOf } from './keys/key-facts.ts';
import { existingKeyPage } from './keys/key-pages.ts';
import { sendSecret } from './keys/secret-page.ts';
import { deletePage, overviewPage } from './overview-page.ts';
import { messagePage, redirect, rootOf, sendPage } from './page.ts';
import { allowOnly } from './page-error.ts';
import { signInPage } from './sign-in-pages.ts';

/** The overview, new keys, and the account's data. */
export function accountRoutes(context: PageContext): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const { accounts, contact } = context.options;

  router
    .route('/')
    .get(async (request, response) => {
      const signedIn = await context.signedIn(request);
      if (signedIn !== null) {
        const done = doneIn(request);
        const view = await keyViewOf(context, request, signedIn.account);
        return sendPage(response, 200, overviewPage(view, signedIn, { done }));
      }
      if (request.query['done'] !== 'signed-out') return context.askToSignIn(request, response);
      const notice = 'You are signed out, here and in all other browsers.';
      sendPage(response, 200, signInPage(rootOf(request), contact, { notice }));
    })
    .all(allowOnly('GET', 'HEAD'));

  router
    .route('/keys')
    .get(
      context.forOwners(async (owner) => {
        const { request, response, account } = owner;
        sendPage(response, 200, overviewPage(await keyViewOf(context, request, account), owner));
      }),
    )
    .post(
      context.forOwners(async (owner) => {
        const { request, response, account, fields, root } = owner;
        const name = fields('name');
        const result = await attempt(fields, () => accounts.createKey(account, name));
        if ('done' in result) return sendSecret(context, owner, result.done, false);
        const view = await keyViewOf(context, request, account);
        const existing = view.overview.keys.find(isFromSession(owner, name));
        if (existing !== undefined) return sendPage(response, 422, existingKeyPage(existing, root));
        sendPage(response, 422, overviewPage(view, owner, result));
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/export')
    .get((_request, response) => redirect(response, 'account'))
    // It is recorded, so that a link of another website must not cause it.
    .post(
      context.forOwners(async ({ response, account }) => {
        const data = await accounts.exportData(account);
        response.attachment('queue-headcount-account.json');
        response.type('application/json').send(`${JSON.stringify(data, null, 2)}\n`);
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/delete')
    .get(
      context.forOwners(async ({ response, root, email }) =>
        sendPage(response, 200, deletePage(root, email, null)),
      ),
    )
    .post(
      context.forOwners(async ({ response, account, email, fields, root }) => {
        const result = await attempt(fields, () => accounts.deleteAccount(account, fields('email')));
        if ('sent' in result) return sendPage(response, 422, deletePage(root, email, result.sent));
        context.endSession(response);
        const text = 'Your keys no longer work, and you are signed out.';
        const page = messagePage('Your account is deleted', text, [root, 'Back to the start page']);
        sendPage(response, 200, page);
      }),
    )
    .all(allowOnly('GET', 'HEAD', 'POST'));

  return router;
}

/** Finds an active key of a name that was created in this session, probably by the same form. */
function isFromSession({ expiresAt }: SignedIn, typed: string): (key: OwnKey) => boolean {
  const [name, since] = [tidyName(typed), expiresAt - SESSION_LIFETIME];
  return (key) => key.state === 'active' && key.name === name && key.createdAt >= since;
}
