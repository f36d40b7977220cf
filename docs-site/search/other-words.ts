/**
 * What people type who look for a page or a section, in words of their own, by its address in the site. The search
 * weighs them like a title. German words are those that students of a German-speaking university would try.
 */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  'index.html': 'overview home start swagger openapi postman insomnia spec specification reference endpoints',
  'forms.html#choosing-a-form': 'which version choose',
  'quick-start.html': 'getting started get tutorial introduction first request hello world curl',
  'quick-start.html#next-steps':
    'sdk client library libraries package wrapper ruby php java go rust swift kotlin dart flutter csharp dotnet llm llms txt ai gpt claude mcp markdown agent agents',
  'quick-start.html#send-a-request': 'how long queue line now current status people waiting warteschlange',
  'quick-start.html#javascript': 'example examples node fetch browser js',
  'quick-start.html#python': 'example examples requests urllib script py',
  'try-it.html': 'console interactive live send request playground without installing',
  'keys.html':
    'api token auth authorize authorise authorization header credentials secret lost forgot authentifizierung clé invalid account page dashboard profile login portal developer console konto oauth oauth2 jwt basic bearer session cookie scope scopes openid sso authentication',
  'keys.html#get-a-key':
    'sign up signup sign in magic link register registration create account new request anmelden schlüssel email e-mail mail password university no link arrived',
  'keys.html#keep-your-key-safe': 'secret env dotenv how many',
  'keys.html#manage-your-keys': 'rotate rotation expire expires history replace lost',
  'keys.html#leaked-keys': 'secret scanning scanner gitleaks trufflehog exposed published compromised found',
  'keys.html#in-a-browser': 'cors cross origin preflight options access control allow frontend',
  'keys.html#your-data':
    'gdpr dsgvo privacy personal data retention export datenschutz cookies delete remove erase close unsubscribe löschen',
  'paging.html':
    'pagination paginate page pages next previous cursor offset infinite scroll all reports feed loop csv download file data dump bulk filter query order search sort latitude longitude coordinates location',
  'time.html': 'time zone timezone utc local clock iso 8601 datetime zeitzone fuseau horaire',
  'time.html#timestamps': 'parse iso8601 datetime date format rfc3339',
  'time.html#dates': 'since until date range day format from to yesterday today',
  'time.html#opening-hours': 'open close closed closing sunday weekend öffnungszeiten closes_at opens_at',
  'time.html#how-often-data-changes':
    'prediction predictions forecast forecasts future tomorrow wait waiting time minutes wartezeit busy monday tuesday wednesday thursday friday saturday stale cache',
  'time.html#daylight-saving-time': 'dst summer winter clocks change',
  'limits.html':
    'rate limit limits limiting throttle throttling ratelimit requests per day daily usage kontingent',
  'limits.html#check-what-is-left': 'ratelimit header headers left',
  'limits.html#use-fewer-requests':
    'cache caching etag polling poll interval refresh often 304 conditional webhook webhooks websocket websockets sse event events notification notifications subscribe stream streaming realtime real callback live updates push',
  'limits.html#get-a-higher-quota':
    'raise increase price pricing plan plans paid free license licence terms billing kosten commercial cost',
  'paging.html#export-everything-as-csv':
    'download file data dump bulk dataset r spreadsheet history historical excel google sheets libreoffice numbers xlsx columns headers fields header parquet ndjson format',
  'recipes.html': 'example examples integration cookbook sample',
  'recipes.html#bot': 'discord telegram slack chat alert notify',
  'recipes.html#display': 'screen kiosk signage monitor raspberry pi esp32 arduino html',
  'recipes.html#share-one-key': 'proxy backend cache frontend hide node server visitors',
  'recipes.html#notebook': 'jupyter pandas study research data science analysis',
  'recipes.html#home-assistant': 'smart home sensor rest iot yaml',
  'errors.html': 'error code codes http status problem json rfc9457 rfc7807 fehler fehlercode erreur',
  'errors.html#invalid-parameter': '400 bad request validation 422 unknown',
  'errors.html#unauthorized': '401 403 forbidden unauthorised wrong missing denied',
  'errors.html#not-found': '404 nothing',
  'errors.html#method-not-allowed': '405 post delete put patch write create submit update read only',
  'errors.html#request-timeout': '408 timed out',
  'errors.html#too-many-downloads': 'concurrent parallel exports',
  'errors.html#quota-exceeded': '429 too many requests rate limit limited retry after backoff exponential',
  'errors.html#internal-error': '500 server crash bug',
  'errors.html#unavailable': '503 down outage service database',
  'forms.html':
    'breaking changes change migrate migration upgrade versions version difference compare v1 v2 versioning beta',
  'compatibility.html':
    'supported versions semver semantic versioning deprecated sunset stability guarantee lts upgrade help',
  'choices.html': 'gaps undefined unspecified behaviour behavior ambiguous assumptions undocumented',
  'estimate.html':
    'algorithm calculated calculation computed formula model machine learning statistics hmm how works',
  'estimate.html#accuracy': 'accurate error precision reliable benchmark',
  'explorer.html': 'dashboard demo website app chart ui try',
  'library.html': 'programmatic startmock runconformance createservice require esm',
  'express.html': 'embed middleware mount node server program',
  'mocks.html': 'server fake stub test data sandbox sample offline development prism simulate',
  'react.html': 'vite vue svelte next frontend proxy webpack dev server component hook page',
  'client-tests.html': 'vitest jest playwright msw e2e end cypress browser service worker',
  'generated-clients.html':
    'typescript type definitions codegen generate generator client openapi fetch orval hey api kubb zod postman insomnia bruno',
  'implementing.html': 'scaffold implement own server template boilerplate generate',
  'conformance.html': 'contract test tests testing validate verify compliance',
  'ci.html':
    'github actions action workflow gitlab jenkins jenkinsfile circleci azure devops pipeline pipelines bitbucket continuous integration junit',
  'ci.html#show-a-badge': 'shields shields.io readme status',
  'commands.html': 'cli command line terminal flags options man help json script',
  'commands.html#completion': 'autocomplete autocompletion tab shell bash zsh fish',
  'your-venue.html':
    'vm vps systemd unit caddy certbot letsencrypt https certificate canteen cafe debian ubuntu init install setup installieren self host hosting server run',
  'staff.html':
    'close early today holiday closed phone counter kitchen employees cookie qr lost override schedule',
  'settings.html':
    'configuration config environment variables variable env options flags port admin production',
  'settings.html#opening-hours': 'holiday holidays exceptions schedule configure',
  'settings.html#keys': 'issue keys revoke rotate delete api create admin',
  'settings.html#behind-a-proxy':
    'nginx caddy apache reverse traefik cloudflare https tls public url forwarded',
  'settings.html#health':
    'healthcheck check checks liveness readiness kubernetes probe probes livez readyz ping',
  'settings.html#logs': 'logging log json pino access',
  'settings.html#what-is-stored-and-for-how-long': 'retention dsgvo compliance personal data',
  'account-page.html': 'self service registration login accounts users raise increase quota',
  'account-page.html#turn-it-on':
    'smtp email e-mail starttls sendgrid mailgun ses postfix gmail relay spam spf dkim',
  'account-page.html#choose-who-gets-keys': 'university domains allow deny block allowlist blocklist swot',
  'account-page.html#the-audit-log': 'history who changed events trail',
  'several-nodes.html':
    'postgres postgresql pg database cluster pgbouncer pooler standby failover scale scaling workers performance horizontal',
  'public-page.html': 'anonymous visitors guests students website kiosk keyless public öffentlich',
  'public-page.html#badge': 'shield shields svg',
  'public-page.html#frame': 'iframe embed widget website anzeige',
  'public-page.html#a-screen-in-the-hall': 'screen display signage kiosk monitor wall bildschirm',
  'compose.html': 'docker podman container image compose dockerfile oci deploy deployment ghcr',
  'kubernetes.html': 'k8s kubectl helm',
  'upgrading.html': 'update upgrade migrate migration new version rollback',
  'trouble.html': 'error message troubleshooting problem fails broken does not start 502 debug',
  'monitoring.html': 'metrics prometheus observability statsd datadog',
  'monitoring.html#traces': 'opentelemetry otel tracing jaeger spans',
  'backup.html': 'snapshot recovery disaster dump',
  'importing.html': 'upload load ingest bulk',
  'importing.html#csv': 'upload columns format load',
  'security.html': 'owasp threat model attack attacker attackers pentest',
  'reporting-a-vulnerability.html#report-a-vulnerability': 'cve disclosure bug bounty contact',
  'comparison.html': 'schemathesis specmatic prism microcks dredd alternative alternatives versus compare',
  'changelog.html': 'api changelog release notes releases news versions history',
  'openapi/form-2.html#/other/getstatus': 'status endpoint current now estimate',
  'openapi/form-2.html#/other/getchart': 'chart endpoint graph plot timeseries series history trend',
  'openapi/form-2.html#/other/getpatterns':
    'patterns endpoint busiest quietest hour weekday average typical popular times',
  'openapi/form-2.html#/other/listreports': 'reports endpoint feed list buckets',
  'openapi/form-2.html#/other/exportreports': 'export endpoint csv',
  'openapi/form-2.html#/other/gethighlights': 'highlights endpoint photos pictures images likes',
  'openapi/form-1.html#/other/listreports': 'reports endpoint feed list buckets photos pictures images',
};
