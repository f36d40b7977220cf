/** Whether only this machine can reach a host to listen on, or of a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.[\d.]+|::1|\[::1\])$/.test(host);
}
