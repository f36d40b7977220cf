import { hoursFile, type Week } from './week.ts';

/** A venue, and the program that serves it. */
export interface Site {
  readonly venueName: string;
  readonly timeZone: string;
  /** `https://HOST`; the host is one that `isPlainHost` accepts, which needs no quotes in files of proxies. */
  readonly publicUrl: string;
  readonly hours: Week;
  /** True if it is one of several venues of the service: the one at the root. */
  readonly isOneOfSeveral?: boolean;
  /** The paths of Node.js and of the program, which need no quotes in units and scripts. */
  readonly node: string;
  readonly program: string;
}

export interface SiteFile {
  /** The path in the folder. Below `etc` and `usr`, it is also the path on the machine. */
  readonly path: string;
  readonly mode: number;
  readonly text: string;
}

/** Every file that one machine needs to serve a venue. None of them has a secret. */
export function siteFiles(site: Site): readonly SiteFile[] {
  const texts: readonly (readonly [path: string, text: string, mode?: number])[] = [
    ['etc/headcount/hours.json', hoursFile(site.hours)],
    ...(site.isOneOfSeveral ? [['etc/headcount/venues.yaml', venuesFile(site)] as const] : []),
    // Only root reads it: systemd and the program in /usr/local/bin pass it on. It may get the password of a mail server.
    ['etc/headcount/headcount.env', environment(site), 0o600],
    ['etc/systemd/system/headcount.service', serviceUnit(site)],
    ['etc/systemd/system/headcount-backup.service', backupUnit(site)],
    ['etc/systemd/system/headcount-backup.timer', TIMER],
    ['usr/local/bin/headcount', command(site), 0o755],
    ['Caddyfile', caddyfile(site)],
    ['nginx.conf', nginx(site)],
  ];
  return texts.map(([path, text, mode = 0o644]) => ({ path, mode, text }));
}

const environment = ({ venueName, timeZone, publicUrl, isOneOfSeveral = false }: Site) => `\
# The settings of headcount; docs/settings.md lists all. After a change: sudo systemctl restart headcount
${
  isOneOfSeveral
    ? 'HEADCOUNT_VENUES=/etc/headcount/venues.yaml'
    : `HEADCOUNT_VENUE_NAME=${quoted(venueName)}\nHEADCOUNT_HOURS=/etc/headcount/hours.json`
}
HEADCOUNT_TIME_ZONE=${quoted(timeZone)}
HEADCOUNT_DATABASE=sqlite:/var/lib/headcount/headcount.sqlite
HEADCOUNT_PORT=3000
# How messages of the program write commands.
HEADCOUNT_PROGRAM=headcount

# The URL that people use, and the proxy in front, which is on this machine.
HEADCOUNT_PUBLIC_URL=${quoted(publicUrl)}
HEADCOUNT_TRUST_PROXY=loopback

# Everybody sees the line, and may report it. false turns a page off.
HEADCOUNT_PUBLIC_PAGE=true
HEADCOUNT_REPORT_PAGE=true
# With a code, only people who see the sign can report: take the one that init proposed. Print the sign again when you change it.
#HEADCOUNT_REPORT_CODE=

# With a mail server, people at universities get API keys at /account. Write %XX for special characters in a password.
#HEADCOUNT_SMTP=smtps://USER:PASSWORD@mail.example.edu
#HEADCOUNT_MAIL_FROM=keys@example.edu
`;

/** The environment has all that a venue doesn't set. JSON texts are YAML. */
const venuesFile = ({ venueName, publicUrl }: Site) => `\
# The venues of the service; docs/venues.md lists what each can set. The rest is as in headcount.env. A change is seen within seconds.
${idOf(venueName)}:
  name: ${JSON.stringify(venueName)}
  hours: hours.json
  # It has the URL of the service, so it keeps the root, which printed signs name.
  url: ${JSON.stringify(publicUrl)}
  # The reports that it has when it was the only one.
  database: sqlite:/var/lib/headcount/headcount.sqlite

# The others are below their ids, such as ${publicUrl}/cafe/
#cafe:
#  name: Library Café
#  hours: cafe.json
`;

/** An id made of a name. None with a hyphen is a path of the service itself. */
function idOf(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const id = letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '');
  return id.includes('-') ? id : `the-${id || 'venue'}`;
}

/** A value as systemd and the program in /usr/local/bin read it. */
function quoted(text: string): string {
  return `"${text.replace(/["\\`$]/g, '\\$&')}"`;
}

/** Lets both units use the network and write their own folder, and nothing else. */
const SANDBOX = `\
User=headcount
Group=headcount
EnvironmentFile=/etc/headcount/headcount.env
StateDirectory=headcount headcount/backups
StateDirectoryMode=0700
UMask=0077
ProtectSystem=strict
ProtectHome=true
PrivateTmp=true
PrivateDevices=true
ProtectClock=true
ProtectControlGroups=true
ProtectHostname=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
ProtectProc=invisible
NoNewPrivileges=true
CapabilityBoundingSet=
LockPersonality=true
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
RemoveIPC=true
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
# No MemoryDenyWriteExecute: Node.js compiles as it runs.
`;

const serviceUnit = ({ node, program }: Site) => `\
[Unit]
Description=Queue Headcount
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=${node} ${program} serve
Restart=always
RestartSec=5
# A setting is invalid, which the log names.
RestartPreventExitStatus=2
# Longer than --drain-seconds.
TimeoutStopSec=20
${SANDBOX}
[Install]
WantedBy=multi-user.target
`;

const backupUnit = ({ node, program }: Site) => `\
[Unit]
Description=Back up Queue Headcount

[Service]
Type=oneshot
ExecStart=${node} ${program} backup --force --to /var/lib/headcount/backups/ --keep-days 30
${SANDBOX}`;

const TIMER = `\
[Unit]
Description=Back up Queue Headcount every night

[Timer]
OnCalendar=*-*-* 03:15
RandomizedDelaySec=10min
Persistent=true

[Install]
WantedBy=timers.target
`;

const command = ({ node, program }: Site) => `\
#!/bin/sh
# Runs a command with the settings of the service, as its user: headcount keys list
set -e
[ "$(id -u)" = 0 ] || exec sudo "$0" "$@"
# Reads the settings as systemd does, and runs nothing of them.
while IFS= read -r line || [ -n "$line" ]; do
  case $line in [A-Za-z_]*=*) ;; *) continue ;; esac
  value=\${line#*=}
  case $value in
    \\"*\\") value=$(printf '%s' "$value" | sed 's/^"//; s/"$//; s/\\\\\\(["\\\\\`$]\\)/\\1/g') ;;
    \\'*\\') value=\${value#?} value=\${value%?} ;;
  esac
  export "\${line%%=*}=$value"
done </etc/headcount/headcount.env
exec runuser -u headcount -- ${node} ${program} "$@"
`;

const caddyfile = ({ publicUrl }: Site) => `\
# Links of the staff and to sign in stay out of the log of errors.
{
	log {
		format filter {
			wrap console
			fields {
				request>uri query {
					delete link
					delete token
				}
			}
		}
	}
}

${hostOf(publicUrl)} {
	# Until the DNS entry is there, a certificate that only this server trusts:
	#tls internal
	header Strict-Transport-Security max-age=31536000
	reverse_proxy 127.0.0.1:3000
}
`;

function nginx({ publicUrl }: Site): string {
  const host = hostOf(publicUrl);
  return `\
upstream headcount {
  server 127.0.0.1:3000;
  keepalive 32;
}

server {
  listen 80;
  listen [::]:80;
  server_name ${host};
  # Links may be opened without https first.
  access_log off;
  return 301 https://${host}$request_uri;
}

server {
  listen 443 ssl;
  listen [::]:443 ssl;
  server_name ${host};
  ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;
  add_header Strict-Transport-Security max-age=31536000 always;
  # The service compresses, except where that would be unsafe.
  gzip off;

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  # Overwrites what clients send.
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Host ${host};
  proxy_set_header X-Forwarded-Proto https;

  location / {
    proxy_pass http://headcount;
  }
  # Their queries let people sign in.
  location ~ /(account/confirm|staff)$ {
    access_log off;
    error_log /dev/null;
    proxy_pass http://headcount;
  }
}
`;
}

/** Returns whether a host name is letters, digits, dots and hyphens, or an IPv6 literal: URLs allow characters that shells and proxies read as commands. */
export function isPlainHost(host: string): boolean {
  return /^([a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])$/.test(host);
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
