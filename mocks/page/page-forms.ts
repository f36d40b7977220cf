import { type Form, type FormDocument, formDocument } from '../form-document.ts';
import type { Negotiate } from '../http/negotiator.ts';
import { pageData } from './page-data.ts';
import { pageNegotiator } from './page-negotiator.ts';

/** What a mock without Node knows of each form, and what validates its requests. */
export const pageForms: Readonly<
  Record<Form, { readonly document: FormDocument; readonly negotiate: Negotiate }>
> = { 1: pageForm(1), 2: pageForm(2) };

function pageForm(form: Form) {
  const { document: reduced, validators } = pageData[form];
  const document = formDocument(form, reduced);
  return { document, negotiate: pageNegotiator(document, validators) };
}
