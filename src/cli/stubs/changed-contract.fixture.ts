import { parse, stringify } from 'yaml';
import { generateOperations, generateTypes } from '../../../tools/contract/generate.ts';
import { type ContractFiles, readContract } from './generated-files.ts';

/** The contract with a new field in Status, a new operation (getForecast) and without another (exportReports). */
export async function changedContract(form: 1 | 2): Promise<ContractFiles> {
  const changed = parse((await readContract(form)).document);
  const { StatusWithEstimate, StatusWithoutEstimate } = changed.components.schemas;
  for (const status of [StatusWithEstimate, StatusWithoutEstimate]) {
    status.required.push('wait_minutes');
    status.properties.wait_minutes = { type: 'number', description: 'How long the wait takes.' };
  }
  const { get } = changed.paths['/api/v1/patterns'];
  changed.paths['/api/v1/forecast'] = {
    get: { ...get, operationId: 'getForecast', summary: 'Get a forecast' },
  };
  delete changed.paths['/api/v1/export.csv'];
  const document = stringify(changed);
  return {
    form,
    document,
    types: await generateTypes(form, document),
    operations: generateOperations(form, document),
  };
}
