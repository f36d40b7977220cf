import { expect, it } from 'vitest';
import { addSamples } from './samples.ts';

it('names the sample that an operation lacks', async () => {
  const document = { paths: { '/api/v1/forecast': { get: { operationId: 'getForecast' } } } };
  await expect(addSamples(document)).rejects.toThrow(/openapi\/samples\/getForecast\.\w+ is missing/);
});
