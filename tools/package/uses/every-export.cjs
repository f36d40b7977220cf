/** Gets every export of the installed package with `require()`, and prints the names in each as JSON: they are what `import` gets. */
const { exports: all } = require('queue-headcount/package.json');
const modules = Object.keys(all).filter((path) => !path.endsWith('.yaml'));
const names = modules.map((path) => [path, Object.keys(require(path.replace('.', 'queue-headcount')))]);
console.log(JSON.stringify(Object.fromEntries(names)));
