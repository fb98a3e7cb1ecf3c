// Sets the addresses of the package before it is published: in package.json, and in the links of the README, because
// npm shows that without the files beside it. Usage: node dev/publishable.mjs https://github.com/OWNER/NAME
import { readFile, writeFile } from 'node:fs/promises';

const [address] = process.argv.slice(2);
if (!address) throw new Error('The address of the repository is missing.');

const manifest = JSON.parse(await readFile('package.json', 'utf8'));
manifest.homepage = `${address}#readme`;
manifest.bugs = { url: `${address}/issues` };
manifest.repository.url = `git+${address}.git`;
await writeFile('package.json', `${JSON.stringify(manifest, null, 2)}\n`);

const readme = await readFile('README.md', 'utf8');
const absolute = (_, path) =>
	`](${address}/${/\.(png|svg|json)$/.test(path) ? 'raw' : 'blob'}/main/${path})`;
await writeFile('README.md', readme.replace(/\]\((?!https?:|#)([^)]+)\)/g, absolute));
