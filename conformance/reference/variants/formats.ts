import { variantsOf } from './variant.ts';

/** Labels, CSV and JSON in every dialect. */
export const formatVariants = variantsOf({
  'label-ranges': ['Labels of Form 2 are numeric ranges.', { labels: 'ranges' }, [2]],
  'label-padded': ['All labels of Form 2 are ranges.', { labels: 'padded' }, [2]],
  'label-fine': ['Labels of Form 2 are other digits.', { labels: 'fine' }, [2]],
  'value-low': ['A bucket counts as its lowest number.', { bucketValue: 'low', labels: 'ranges' }],
  'value-high': ['A bucket counts as its highest number.', { bucketValue: 'high', labels: 'ranges' }],
  'value-exact': ['A bucket counts as its exact middle.', { bucketValue: 'exact-middle', labels: 'ranges' }],
  'csv-lf': ['CSV with line feeds.', { csvEol: '\n' }],
  'csv-lf-unfinished': ['CSV without a final line break.', { csvEol: '\n', csvLastEol: false }],
  'csv-bom': ['CSV with a byte order mark.', { csvBom: true }],
  'csv-quotes': ['CSV with quotes around everything.', { csvQuotes: 'all' }],
  'csv-quotes-text': ['CSV with quotes around text.', { csvQuotes: 'text', csvBom: true }],
  'csv-oldest': ['CSV from oldest to newest.', { csvOrder: 'oldest' }],
  'csv-charset': ['CSV with a charset.', { csvType: 'text/csv; charset=utf-8' }],
  'csv-header-parameter': [
    'CSV with the header parameter.',
    { csvType: 'text/csv; charset=utf-8; header=present' },
  ],
  'csv-application': ['CSV as application/csv.', { csvType: 'application/csv', csvDisposition: false }],
  'csv-comma-separated': ['CSV as text/comma-separated-values.', { csvType: 'text/comma-separated-values' }],
  'csv-upper': ['CSV with an upper-case content type.', { csvType: 'Text/CSV;charset=UTF-8' }],
  'csv-excel': [
    "CSV with a spreadsheet's content type.",
    { csvType: 'application/vnd.ms-excel', csvBom: true },
  ],
  compressed: ['Everything is compressed.', { compress: true }],
  'json-charset': ['JSON with a charset.', { jsonType: 'application/json; charset=utf-8' }],
  'json-upper': ['JSON with an upper-case content type.', { jsonType: 'Application/JSON;charset=UTF-8' }],
  'json-pretty': ['JSON written over many lines.', { jsonSpace: 2 }],
  'extra-fields': ['Every object has extra members.', { extras: true }],
  slow: ['Every response takes 200 ms.', { delay: 200 }],
  prefix: ['The service is under a path prefix.', { prefix: '/campus/queue' }],
  'prefix-api': ['The service is under a prefix that looks like an endpoint.', { prefix: '/api/v1/reports' }],
  'prefix-redirect': [
    'A prefix, and trailing slashes are redirected.',
    { prefix: '/q', slash: 301, compress: true },
  ],
  'public-url': ['next names a public address.', { publicUrl: 'https://queue.example.edu/line' }],
});
