import type { Request } from 'express';
import { type Html, html } from '../../service/http/pages/html.ts';
import { AccountError } from '../account-rules.ts';

/** A form as it was sent, so that the page can show it again, with a plain sentence about a field, or about all of it. */
export interface SentForm {
  readonly values: Fields;
  readonly error: Pick<AccountError, 'field' | 'message'>;
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
  values: Fields,
  work: () => Promise<Result>,
): Promise<{ readonly done: Result } | { readonly sent: SentForm }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof AccountError) return { sent: { values, error } };
    throw error;
  }
}

/** An error of a whole form, for the top of its page. */
export function formError(sent: SentForm | null): Html | null {
  if (sent === null || sent.error.field !== null) return null;
  return html`<p class="form-error" role="alert" tabindex="-1" autofocus>${sent.error.message}</p>`;
}

/**
 * A text field with its label. If its form was refused, it has what was typed, and the error if that is about it. The label, the hint and
 * the error come before the control, as a screen reader and a keyboard meet them.
 */
export function textField(
  sent: SentForm | null,
  field: {
    readonly name: string;
    readonly label: string;
    readonly attributes: Html;
    readonly hint?: string;
    readonly type?: string;
    readonly value?: string;
  },
): Html {
  const { name, label, attributes, hint, type = 'text', value = '' } = field;
  const error = sent?.error.field === name ? sent.error.message : null;
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error !== null && html`<p class="field-error" id="${name}-error" role="alert">${error}</p>`}
<input type="${type}" value="${sent?.values(name) ?? value}" id="${name}" name="${name}"${describedBy !== '' && html` aria-describedby="${describedBy}"`}${error !== null && html` aria-invalid="true" autofocus`}${attributes}>
</div>`;
}
