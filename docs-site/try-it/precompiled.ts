import type { Plugin } from 'esbuild';
import { formDocumentsCode } from '../../mocks/documents.ts';
import { PROJECT } from '../contents.ts';

/** Replaces what a page has not: the files of the documents. */
export const precompiled: Plugin = {
  name: 'precompiled',
  setup(build) {
    build.onLoad({ filter: /mocks[/\\]documents\.ts$/ }, () => ({
      contents: formDocumentsCode(),
      loader: 'js',
      resolveDir: PROJECT,
    }));
  },
};
