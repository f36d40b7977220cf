import { readFileSync } from 'node:fs';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { parse } from 'yaml';
import type { Finding, Gate } from '../measure.ts';
import { unexpectedStatus, verdictOf } from './finding.ts';
import { trafficOf } from './traffic.ts';

/**
 * Prism's validating proxy between the traffic of a test suite and the deployment, in this process, with the components of its
 * command. It validates responses but doesn't replace them: with `--errors` it would answer requests without a key itself. The
 * description leaves open what a 401 contains, so that is not validated.
 */
export const prismGate: Gate = async ({ url, form, key }) => {
  const document = readFileSync(new URL(`../../../openapi/form-${form}.yaml`, import.meta.url), 'utf8');
  const operations = await getHttpOperationsFromSpec(parse(document) as object);
  const config = {
    isProxy: true,
    upstream: new URL(url),
    upstreamProxy: undefined,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    mock: { dynamic: false },
  } as const;
  const instance = createInstance(config, { logger: createLogger('prism', { level: 'silent' }) });
  const findings: Finding[] = [];
  const sent = await trafficOf({ url, form, key }, async (target, authorization) => {
    const { pathname, searchParams } = new URL(target);
    const path = pathname.slice(new URL(url).pathname.replace(/\/$/, '').length);
    const endpoint = path.split('/').at(-1) ?? '';
    const request = { method: 'get' as const, url: { path, query: Object.fromEntries(searchParams) } };
    const headers = authorization === null ? {} : { authorization };
    const result = await instance.request({ ...request, headers }, operations)();
    if (result._tag === 'Left') {
      findings.push({ endpoint, text: result.left.message });
      return { status: 0, headers: {}, body: '' };
    }
    const { output, validations } = result.right;
    for (const { path: place = [], message, severity } of validations.output)
      if (severity === 0 && output.statusCode !== 401)
        findings.push({ endpoint, text: `${place.join('.')} ${message}` });
    const body = typeof output.body === 'string' ? output.body : JSON.stringify(output.body ?? '');
    return { status: output.statusCode, headers: { ...output.headers }, body };
  });
  return verdictOf([...findings, ...sent.flatMap(unexpectedStatus)]);
};
