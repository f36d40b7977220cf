import type { Plugin } from 'esbuild';
import { pageDataCode } from '../../mocks/page/page-data.ts';
import { PROJECT } from '../contents.ts';

/** Replaces what a page has not: the files of the documents. */
export const precompiled: Plugin = {
  name: 'precompiled',
  setup(build) {
    build.onLoad({ filter: /mocks[/\\]page[/\\]page-data\.ts$/ }, () => ({
      contents: pageDataCode(),
      loader: 'js',
      resolveDir: PROJECT,
    }));
  },
};
