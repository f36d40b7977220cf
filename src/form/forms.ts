import type { Form } from './form.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';

/** The forms by their number. */
export const FORMS: Readonly<Record<1 | 2, Form>> = { 1: form1, 2: form2 };
