import { Router } from 'express';
import type { PageContext } from './context.ts';
import { attempt, fieldsOf } from './fields.ts';
import { redirect, rootOf, sendPage } from './page.ts';
import { allowOnly } from './page-error.ts';
import { checkMailPage, confirmPage, signInPage, usedLinkPage } from './sign-in-pages.ts';
import { inWords } from './venue-times.ts';

/** Signing in and out. */
export function signInRoutes(context: PageContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router
    .route('/sign-in')
    .get((_request, response) => redirect(response, 'account'))
    .post(async (request, response) => {
      const fields = fieldsOf(request);
      const refuse = (status: number, message: string) => {
        const sent = { values: fields, error: { field: 'email', message } };
        sendPage(response, status, signInPage(rootOf(request), context.options.contact, { sent }));
      };
      if (context.options.sessions.isMailFull()) {
        response.setHeader('Retry-After', '60');
        return refuse(503, 'Many mails are waiting, so no link was sent to you. Try again in a minute.');
      }
      const wait = context.countLink(request);
      if (wait > 0) {
        response.setHeader('Retry-After', String(wait));
        return refuse(429, `Too many links were asked for. Try again in ${inWords(wait)}.`);
      }
      const result = await attempt(fields, () => context.requestLink(fields('email')));
      if ('sent' in result) return refuse(422, result.sent.error.message);
      sendPage(response, 200, checkMailPage(rootOf(request), result.done, context.options));
    })
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/confirm')
    .get(async (request, response) => {
      const { token } = request.query;
      const email = typeof token === 'string' ? await context.options.sessions.linkAddress(token) : null;
      const root = rootOf(request);
      const signedInAs = (await context.signedIn(request))?.email ?? null;
      if (email === null) return sendPage(response, 410, usedLinkPage(root, signedInAs));
      sendPage(response, 200, confirmPage(root, { token: token as string, email, signedInAs }));
    })
    .post(async (request, response) => {
      const session = await context.signIn(fieldsOf(request)('token'));
      if (session === null) {
        const signedInAs = (await context.signedIn(request))?.email ?? null;
        return sendPage(response, 410, usedLinkPage(rootOf(request), signedInAs));
      }
      context.beginSession(response, session.secret, session.expiresAt);
      redirect(response, 'account');
    })
    .all(allowOnly('GET', 'HEAD', 'POST'));

  router
    .route('/sign-out')
    .get((_request, response) => redirect(response, 'account'))
    .post(async (request, response) => {
      const signedIn = await context.signedIn(request);
      if (signedIn !== null) await context.options.sessions.end(signedIn.account);
      context.endSession(response);
      redirect(response, 'account?done=signed-out');
    })
    .all(allowOnly('GET', 'HEAD', 'POST'));

  return router;
}
