import { type Form, type FormDocument, formDocument } from '../form-document.ts';
import type { Negotiate } from '../http/negotiator.ts';
import { pageData } from './page-data.ts';

/** What a mock without Node knows of each form, and what chooses its responses. */
export const pageForms: Readonly<
  Record<Form, { readonly document: FormDocument; readonly negotiate: Negotiate }>
> = { 1: pageForm(1), 2: pageForm(2) };

/**
 * Chooses as Prism does, without Prism, which is too large for a page: 401 without credentials, and otherwise the given status, with the
 * document's first example where there is no body. It validates nothing; tests of the mock do that with Prism.
 */
function pageForm(form: Form) {
  const document = formDocument(form, pageData[form]);
  const negotiate: Negotiate = async ({ path, authorization }, examples, code) => {
    const status = authorization === undefined ? 401 : code;
    const body = examples[status] ?? (status === 200 ? document.firstExample(path) : undefined);
    return { status, body, parameterErrors: [], contractErrors: [] };
  };
  return { document, negotiate };
}
