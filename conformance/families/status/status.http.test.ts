import { change, itAllows, itFails } from '../../testing/edited-evidence.fixture.ts';

itAllows('status', [
  [
    'extra members',
    (body) => change(body, (one: object) => Object.assign(one, { source: 'web', api_version: 3 })),
  ],
]);

itFails('status', [
  ['status.report_count-bounded', 2, (body) => body.replace(/"report_count":\d+/, '"report_count":401')],
]);
