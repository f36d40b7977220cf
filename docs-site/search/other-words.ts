/**
 * What people type who look for a page or a section, in words of their own, by its address in the site. The search
 * weighs them like a title. German words are those that students of a German-speaking university would try.
 */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  'index.html': 'overview home start swagger openapi postman insomnia spec specification reference endpoints',
  'index.html#choosing-a-form': 'which version choose',
  'quick-start.html':
    'getting started get tutorial introduction first request hello world curl bot discord telegram slack home assistant integration',
  'quick-start.html#send-a-request': 'how long queue line now current status people waiting warteschlange',
  'quick-start.html#javascript': 'example examples node fetch browser js',
  'quick-start.html#python': 'example examples requests urllib script py',
  'try-it.html': 'console interactive live send request playground without installing',
  'questions.html': 'faq help support',
  'questions.html#are-there-webhooks-or-push-messages':
    'webhook websocket websockets sse event events notification notifications subscribe stream streaming realtime callback real live updates',
  'questions.html#is-there-an-sdk':
    'client library libraries package npm pip pypi wrapper ruby php java go rust swift kotlin dart flutter csharp dotnet arduino esp32',
  'questions.html#is-there-a-sandbox': 'test testing environment staging playground',
  'questions.html#what-does-it-cost':
    'price pricing plan plans paid free license licence terms billing kosten commercial',
  'questions.html#can-i-use-oauth-a-bearer-token-or-a-key-in-the-url':
    'oauth2 jwt basic auth login session cookie refresh scope scopes openid sso query',
  'questions.html#can-i-send-reports-or-change-or-delete-something':
    'post put patch write create submit update read only',
  'questions.html#can-i-filter-or-sort-the-feed-of-reports': 'query order search',
  'questions.html#can-i-get-the-export-as-json-or-xml': 'parquet ndjson format',
  'questions.html#does-it-predict-waiting-times':
    'prediction predictions forecast forecasts future tomorrow wait time minutes wartezeit busy monday tuesday wednesday thursday friday saturday',
  'questions.html#where-are-the-people-in-the-queue':
    'latitude longitude coordinates location gps map privacy anonymous venues user users gdpr personal data',
  'questions.html#is-there-a-docker-image': 'container dockerfile compose podman kubernetes k8s helm install',
  'questions.html#is-there-graphql-or-grpc': 'soap xml protobuf rest',
  'questions.html#is-there-a-version-2': 'v2 v1 versioning deprecation beta',
  'questions.html#can-a-language-model-read-this-documentation':
    'llm llms txt ai gpt claude mcp markdown agent agents',
  'authentication.html':
    'api token auth authorize authorise authorization header credentials secret lost forgot authentifizierung clé invalid',
  'authentication.html#get-a-key':
    'sign up signup register registration account create new request anmelden schlüssel',
  'authentication.html#keep-your-key-safe': 'secret rotate expire expiry expires env dotenv',
  'authentication.html#in-a-browser': 'cors cross origin preflight options access control allow frontend',
  'accounts.html#leaked-keys':
    'secret scanning scanner gitleaks trufflehog exposed published compromised found',
  'accounts.html': 'account page dashboard profile login portal developer console konto',
  'accounts.html#get-a-key-in-a-minute':
    'sign up signup sign in magic link register registration email e-mail mail password university no link arrived',
  'accounts.html#keys': 'rotation how many',
  'accounts.html#what-is-stored-about-you':
    'gdpr dsgvo privacy personal data retention export datenschutz cookies',
  'accounts.html#delete-your-account': 'remove erase close unsubscribe löschen',
  'paging.html':
    'pagination paginate page pages next previous cursor offset infinite scroll all reports feed loop',
  'time.html': 'timezone utc local clock iso 8601 datetime zeitzone fuseau horaire',
  'time.html#timestamps': 'parse iso8601 datetime date format rfc3339',
  'time.html#dates': 'since until date range day format from to yesterday today',
  'time.html#opening-hours': 'open close closed closing sunday weekend öffnungszeiten closes_at opens_at',
  'time.html#daylight-saving-time': 'dst summer winter clocks change',
  'quotas.html':
    'rate limit limits limiting throttle throttling ratelimit requests per day daily usage kontingent',
  'quotas.html#check-the-remaining-quota': 'ratelimit header headers left',
  'quotas.html#use-fewer-requests': 'cache caching etag polling poll interval refresh often 304 conditional',
  'csv.html': 'download file data dump bulk dataset pandas r spreadsheet history historical',
  'csv.html#columns': 'headers fields header',
  'csv.html#spreadsheets': 'excel google sheets libreoffice numbers xlsx',
  'errors.html': 'error code codes http status problem json rfc9457 rfc7807 fehler fehlercode erreur',
  'errors.html#invalid-parameter': '400 bad request validation 422 unknown',
  'errors.html#unauthorized': '401 403 forbidden unauthorised wrong missing denied',
  'errors.html#not-found': '404 nothing',
  'errors.html#method-not-allowed': '405 post delete put',
  'errors.html#request-timeout': '408 timed out',
  'errors.html#too-many-downloads': 'concurrent parallel exports',
  'errors.html#quota-exceeded': '429 too many requests rate limit limited retry after backoff exponential',
  'errors.html#internal-error': '500 server crash bug',
  'errors.html#unavailable': '503 down outage service database',
  'forms.html': 'breaking changes change migrate migration upgrade versions difference compare',
  'compatibility.html':
    'supported versions semver semantic versioning deprecated sunset stability guarantee lts upgrade help',
  'gaps.html': 'undefined unspecified behaviour behavior ambiguous assumptions undocumented',
  'estimate.html':
    'algorithm calculated calculation computed formula model machine learning statistics hmm how works',
  'estimate.html#accuracy': 'accurate error precision reliable benchmark',
  'explorer.html': 'dashboard demo website app chart ui try',
  'library.html': 'programmatic embed middleware mount vitest jest require esm',
  'mocks.html': 'server fake stub test data sandbox offline development prism simulate',
  'mocks.html#with-types': 'typescript type definitions codegen generate generator client openapi fetch',
  'mocks.html#through-vite': 'react vue svelte next frontend proxy webpack dev server',
  'mocks.html#in-playwright-tests': 'e2e end cypress browser ci',
  'from-stub-to-green.html': 'scaffold implement own server template boilerplate generate',
  'conformance.html': 'contract test tests testing validate verify compliance',
  'ci.html':
    'github actions action workflow gitlab jenkins jenkinsfile circleci azure devops pipeline pipelines bitbucket continuous integration junit',
  'ci.html#show-a-badge': 'shields shields.io readme status',
  'commands.html': 'cli command line terminal flags options man help json script',
  'commands.html#completion': 'autocomplete autocompletion tab shell bash zsh fish',
  'your-venue.html':
    'vm vps systemd unit caddy certbot letsencrypt https certificate canteen cafe debian ubuntu init install setup installieren self host hosting server run',
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
