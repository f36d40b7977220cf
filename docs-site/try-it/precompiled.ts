import type { Plugin } from 'esbuild';
import { PROJECT } from '../contents.ts';
import { pageDataCode } from './page-data.ts';

/** Replaces what a page has not or must not do: read the documents from files, and compile validators. */
export const precompiled: Plugin = {
  name: 'precompiled',
  setup(build) {
    build.onLoad({ filter: /try-it[/\\]page-data\.ts$/ }, () => ({
      contents: pageDataCode(),
      loader: 'js',
      resolveDir: PROJECT,
    }));
  },
};
