import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro/content/config';
import type { LoaderContext } from 'astro/loaders';
import { readGuides } from '../../guides.ts';
import { dataOf } from '../../page-data.ts';

/** Loads the guides from where they are in the project, as if they were in Starlight's own folder. */
async function load({ store, config, parseData, renderMarkdown }: LoaderContext): Promise<void> {
  store.clear();
  const { guides } = await readGuides();
  for (const guide of guides) {
    const id = guide.source.output.replace(/\.html$/, '');
    const filePath = `docs-site/astro/src/content/docs/${id}.md`;
    const [body, data] = await dataOf(guide);
    const rendered = await renderMarkdown(body, {
      fileURL: new URL(`src/content/docs/${id}.md`, config.root),
    });
    store.set({ id, data: await parseData({ id, data, filePath }), body, filePath, rendered });
  }
}

export const collections = {
  docs: defineCollection({ loader: { name: 'guides', load }, schema: docsSchema() }),
};
