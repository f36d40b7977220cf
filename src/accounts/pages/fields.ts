import type { Request } from 'express';
import { type Html, html } from '../../service/http/pages/html.ts';
import { AccountError } from '../account-rules.ts';

/** What is wrong with a form: a plain sentence, and the name of the field that it is about; null: the whole form. */
export interface FormError {
  readonly field: string | null;
  readonly message: string;
}

/** A form as it was sent, so that the page can show it again. */
export interface SentForm {
  /** Which form of the page. */
  readonly form: string;
  readonly values: Fields;
  readonly error: FormError;
}

/** The text of a form's field; empty without it. */
export type Fields = (name: string) => string;

/** The fields of the request's body. */
export function fieldsOf({ body }: Request): Fields {
  const fields = new Map<string, unknown>(Object.entries(body ?? {}));
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
}

/** Does what a form asks for. Errors that its owner can correct are returned; every other error is thrown. */
export async function attempt<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly done: Result } | { readonly error: FormError }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof AccountError) return { error };
    throw error;
  }
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: Html | string;
  /** More attributes of the control. */
  readonly attributes?: Html;
}

/** What is wrong with a form as a whole, for the top of its page. */
export function formError(sent: SentForm | null): Html | null {
  if (sent === null || sent.error.field !== null) return null;
  return html`<p class="form-error" role="alert" tabindex="-1" autofocus>${sent.error.message}</p>`;
}

/** What the page knows of one form: its name, and how it was sent if it was refused. */
export class Form {
  readonly #name: string;
  readonly #sent: SentForm | null;

  constructor(name: string, sent: SentForm | null) {
    this.#name = name;
    this.#sent = sent?.form === name ? sent : null;
  }

  text(field: Field, { value = '', type = 'text' } = {}): Html {
    const sent = this.#sent?.values(field.name) ?? value;
    return this.#field(field, (attributes) => html`<input type="${type}" value="${sent}"${attributes}>`);
  }

  /** The label, the hint and the error come before the control, as a screen reader and a keyboard meet them. */
  #field({ name, label, hint, attributes }: Field, control: (attributes: Html) => Html): Html {
    const id = `${this.#name}-${name}`;
    const error = this.#sent?.error.field === name ? this.#sent.error.message : null;
    const describing = [hint === undefined ? null : `${id}-hint`, error === null ? null : `${id}-error`];
    const describedBy = describing.filter((one) => one !== null).join(' ');
    const all = html` id="${id}" name="${name}"${describedBy !== '' && html` aria-describedby="${describedBy}"`}${error !== null && html` aria-invalid="true" autofocus`}${attributes ?? null}`;
    return html`<div class="field">
<label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${error !== null && html`<p class="field-error" id="${id}-error" role="alert">${error}</p>`}
${control(all)}
</div>`;
  }
}
