import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A form of the interface. */
export type Form = 1 | 2;

/** What the answers need to know of a form, read off its document. */
export interface FormShape {
  /** Labels of the six buckets, fewest people first. */
  readonly labels: readonly string[];
  readonly hasReportPhotos: boolean;
  readonly hasOpenWindow: boolean;
  readonly hasOpenHours: boolean;
}

/** A form's document in both spellings, and its shape. */
export interface FormDocument {
  readonly form: Form;
  readonly text: string;
  readonly json: string;
  readonly shape: FormShape;
}

/** Reads a form's document. */
export async function loadForm(form: Form): Promise<FormDocument> {
  const text = await readFile(new URL(`../openapi/form-${form}.yaml`, import.meta.url), 'utf8');
  const document = parse(text) as DocumentOutline;
  const { schemas } = document.components;
  const { Bucket, Report, Chart, Patterns } = schemas;
  const labels = Bucket.enum ?? Bucket.examples ?? [];
  if (labels.length !== 6) throw new Error(`openapi/form-${form}.yaml names ${labels.length} buckets, not 6`);
  return {
    form,
    text,
    json: JSON.stringify(document),
    shape: {
      labels,
      hasReportPhotos: 'photo_url' in Report.properties,
      hasOpenWindow: 'open_window' in Chart.properties,
      hasOpenHours: 'open_hours' in Patterns.properties,
    },
  };
}

interface DocumentOutline {
  readonly components: {
    readonly schemas: {
      readonly Bucket: { readonly enum?: readonly string[]; readonly examples?: readonly string[] };
      readonly Report: { readonly properties: object };
      readonly Chart: { readonly properties: object };
      readonly Patterns: { readonly properties: object };
    };
  };
}
