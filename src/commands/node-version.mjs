// Plain JavaScript without newer syntax, so that an old Node.js can run it far enough to say what is wrong.
const [major] = process.versions.node.split('.').map(Number);
if (major < 26) {
  console.error(
    `This needs Node.js 26 or newer; it was started with ${process.versions.node} (${process.execPath}).\n` +
      'The project brings the right one: run `npm ci` (without --omit=optional), then start it through npm,\n' +
      'as in `npm start`, `npm test` or `npx headcount serve`.',
  );
  process.exit(2);
}
