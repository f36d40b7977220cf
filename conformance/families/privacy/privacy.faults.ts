import type { RequirementId } from '../../contract/requirements.ts';
import { type Body, edit, editRows } from '../../reference/faults/edits.ts';
import { type Fault, familyOf } from '../../reference/faults/fault.ts';

const { faults, breaking, by } = familyOf('privacy');
export const privacyFaults: readonly Fault[] = faults;

const inItems = (change: (item: Body) => void) =>
  edit('reports', (body) => void body.results.forEach(change));
const inRare = (change: (item: Body) => void) => inItems((item) => void (item.id % 89 === 5 && change(item)));
const items = by(inItems);
const rare = by(inRare);

/** Members that no feed item may have. */
const extra = (
  breaks: RequirementId,
  list: readonly (readonly [id: string, what: string, members: object])[],
) => {
  for (const [id, what, members] of list)
    items
      .breaking(breaks)
      .add(`feed-${id}`, `Feed items carry ${what}.`, (item) => void Object.assign(item, members));
};
extra('privacy.coordinates-feed', [
  ['lat-lng', 'lat and lng', { lat: 37.87, lng: -122.26 }],
  ['null-latitude', 'null latitude and longitude', { latitude: null, longitude: null }],
  ['nested', 'coordinates two levels down', { meta: { origin: { latitude: 37.87, longitude: -122.26 } } }],
  ['geojson', 'a GeoJSON point', { geo: { type: 'Point', coordinates: [-122.26, 37.87] } }],
]);
extra('privacy.anonymous', [
  ['user', 'the name of the reporter', { user: 'Anna Smith' }],
  ['email-elsewhere', 'an e-mail address under a harmless name', { source: 'anna.smith@example.edu' }],
  ['ip', 'an IP address', { ip: '203.0.113.9' }],
]);
for (const [id, what, members, mustPass] of [
  ['author-anonymous', 'an author who is anonymous', { author: 'anonymous' }, 'it identifies nobody'],
  ['reporter-role', 'the role of the reporter', { reporter_role: 'student' }, 'it identifies nobody'],
  ['location-room', 'a floor and a room', { location: '2, 14' }, 'whole numbers are hardly coordinates'],
] as const)
  items
    .breaking('privacy.anonymous', 'privacy.coordinates-feed')
    .add(`feed-${id}`, `Feed items carry ${what}.`, (item) => void Object.assign(item, members), {
      mustPass,
    });
const columns = (names: string, values: string) =>
  editRows(([header, ...rows]) => [`${header},${names}`, ...rows.map((row) => `${row},${values}`)]);

rare
  .breaking('privacy.coordinates-feed')
  .add('feed-one-lat', 'A few feed items carry lat and lng.', (item) => {
    Object.assign(item, { lat: 37.87, lng: -122.26 });
  });
rare
  .breaking('privacy.anonymous')
  .add('feed-one-email', 'A few feed items carry an e-mail address.', (item) => {
    item.email = 'ben@example.edu';
  });
breaking('privacy.coordinates-feed')
  .add(
    'page-center',
    'The page carries the center of its reports.',
    edit('reports', (body) => void (body.center = { latitude: 37.87, longitude: -122.26 })),
    { mustPass: "the coordinates are not a report's" },
  )
  .add(
    'scatter-lat',
    'Scatter items carry lat and lng.',
    edit('chart', (body) => {
      for (const item of body.scatter) Object.assign(item, { lat: 37.87, lng: -122.26 });
    }),
  )
  .add(
    'highlight-lat',
    'Photos carry latitude and longitude.',
    edit('highlights', (body) => {
      for (const item of body.highlights) Object.assign(item.photo, { latitude: 37.87, longitude: -122.26 });
    }),
    { forms: [2], mustPass: 'the description promises it for reports only' },
  )
  .add(
    'status-reports',
    'The status lists the reports behind it with their locations.',
    edit('status', (body) => void (body.reports = [{ lat: 37.87, lng: -122.26 }])),
  );
breaking('privacy.anonymous').add(
  'scatter-user',
  'Scatter items carry a user_id.',
  edit(
    'chart',
    (body) =>
      void body.scatter.forEach((item: Body) => {
        item.user_id = 12;
      }),
  ),
);
breaking('privacy.coordinates-export')
  .add('export-lat-lon', 'The export has the columns lat and lon.', columns('lat,lon', '37.87,-122.26'))
  .add(
    'export-empty-latitude',
    'The export has empty columns latitude and longitude.',
    columns('latitude,longitude', ','),
  );
breaking('privacy.anonymous', 'export.columns').add(
  'export-email',
  'The export has a column email.',
  columns('email', 'anna@example.edu'),
);
breaking('export.columns')
  .add(
    'export-author-anonymous',
    'The export has a column author that says nobody.',
    columns('author', 'anonymous'),
  )
  .add('export-id', 'The export has a column id.', columns('id', '5'));
breaking('privacy.coordinates-export', 'export.columns').add(
  'export-unnamed',
  'Rows of the export have two cells with coordinates that the header does not name.',
  editRows(([header = '', ...rows]) => [header, ...rows.map((row) => `${row},37.8716,-122.2601`)]),
);
