// `npm pack` and `npm publish` run this first: Node.js runs no TypeScript in packages, so the checkout is not one.
console.error(
  'The checkout is not a package. Run `npm run package`, which writes dist/queue-headcount-VERSION.tgz; publish that file.',
);
process.exitCode = 1;
