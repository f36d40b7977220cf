/** Whether a host, of an address or a URL, is a loopback one, which other machines can't reach. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){1,3}|::1|\[::1\])$/.test(host);
}
