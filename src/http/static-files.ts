import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';

/**
 * Serves the files of a folder, which browsers revalidate each time. Their ETags also have the program's version, because
 * images and packages give all files one fixed time, and a changed file may keep its size.
 */
export function staticFiles(
  folder: string,
  /** `redirect`: whether the address of a folder leads to the one with a slash. */
  { redirect }: { readonly redirect: boolean },
  setHeaders: (response: ServerResponse, file: string) => void,
): RequestHandler {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return express.static(folder, {
    cacheControl: false,
    redirect,
    setHeaders(response, file, { size, mtimeMs }) {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('ETag', `W/"${version}-${size}-${Math.trunc(mtimeMs)}"`);
      setHeaders(response, file);
    },
  });
}
