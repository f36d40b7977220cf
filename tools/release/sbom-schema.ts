import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';

/** CycloneDX's own schemas, as its library for JavaScript carries them. */
const SCHEMAS = fileURLToPath(
  new URL('../../node_modules/@cyclonedx/cyclonedx-library/res/schema', import.meta.url),
);
const SPDX = 'spdx.SNAPSHOT.schema.json';

/** What checks SBOMs. */
export interface SbomSchema {
  /** What is wrong with an SBOM, as sentences. */
  readonly problems: (sbom: unknown) => readonly string[];
  /** Whether SPDX has a license with this id. */
  readonly isSpdx: (id: string) => boolean;
}

/** The schema of the version of CycloneDX that npm writes. */
export async function sbomSchema(version = '1.5'): Promise<SbomSchema> {
  const read = async (file: string) => JSON.parse(await readFile(join(SCHEMAS, file), 'utf8'));
  // Two formats that ajv-formats lacks; npm's SBOM has neither addresses nor international references.
  const ajv = new Ajv({ strict: false, formats: { 'idn-email': true, 'iri-reference': true } });
  ajvFormats.default(ajv);
  const spdx = await read(SPDX);
  for (const file of [SPDX, 'jsf-0.82.SNAPSHOT.schema.json']) {
    ajv.addSchema(await read(file), `http://cyclonedx.org/schema/${file}`);
  }
  const validate = ajv.compile(await read(`bom-${version}.SNAPSHOT.schema.json`));
  const ids = new Set<string>(spdx.enum);
  return {
    problems: (sbom) =>
      validate(sbom) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`),
    isSpdx: (id) => ids.has(id),
  };
}
