/** The address of a file in the package, by its path from the root folder. The build puts this module into a folder there. */
export function ownAddress(path: string): string {
  return new URL(`../${path}`, import.meta.url).href;
}
