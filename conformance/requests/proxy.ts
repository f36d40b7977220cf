import { BlockList, isIP } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * The proxy for a URL by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, which may be in lower case and are read as curl
 * reads them; null if there is none. Loopback addresses never have one. Throws if the proxy is not an http or https URL.
 */
export function proxyFor(url: URL, environment: Environment): URL | null {
  const variable = (name: string) => environment[name.toLowerCase()] || environment[name] || '';
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = variable(name) || variable('ALL_PROXY');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (text === '' || isLoopback(host) || isExcepted(host, url, variable('NO_PROXY'))) return null;
  const proxy = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol))
    throw new Error(`${name} must be the URL of a proxy with http or https`);
  return proxy;
}

function isLoopback(host: string): boolean {
  return /(^|\.)localhost$/.test(host) || isIn(loopback, host);
}

/** Checks whether a list of host names, addresses and address ranges has the host. A name includes its subdomains. */
function isExcepted(host: string, url: URL, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '' || entry === '*') return entry === '*';
      if (entry.includes('/')) return isInRange(host, entry);
      const [, name = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
      if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80')))
        return false;
      const excepted = name.replace(/^\*?\.|^\[|\]$/g, '');
      return host === excepted || (isIP(host) === 0 && host.endsWith(`.${excepted}`));
    });
}

function isInRange(host: string, range: string): boolean {
  const [address = '', bits = ''] = range.split('/');
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  } catch {
    return false;
  }
  return isIn(list, host);
}

function isIn(list: BlockList, host: string): boolean {
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 6 ? 'ipv6' : 'ipv4');
}
