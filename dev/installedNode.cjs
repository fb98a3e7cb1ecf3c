const { existsSync } = require('node:fs');
const { join } = require('node:path');

const { platform, arch } = process;
const windows = platform === 'win32';
/** npm's packages of Node.js, one for each platform. A package.json lists all of them as optional. */
const packages = [`node-${windows ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`];
const program = join('bin', windows ? 'node.exe' : 'node');

/**
 * The Node.js that npm has installed in one of the folders; the first match counts.
 * @param {string[]} folders
 * @returns {string | undefined}
 */
exports.installedNode = (...folders) =>
	folders
		.flatMap((folder) => packages.map((name) => join(folder, 'node_modules', name, program)))
		.find((path) => existsSync(path));
