// Usage: node dev/publishable.mjs [https://github.com/OWNER/NAME]
// With the address of the repository: sets it in package.json, and in the links of the README, because npm shows that
// without the files beside it. Without: names what has to be filled in before a release, and fails if there is any.
import { readdir, readFile, writeFile } from 'node:fs/promises';

const read = (file) => readFile(file, 'utf8');
const manifest = JSON.parse(await read('package.json'));

async function setAddress(address) {
	manifest.homepage = `${address}#readme`;
	manifest.bugs = { url: `${address}/issues` };
	manifest.repository.url = `git+${address}.git`;
	await writeFile('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
	const absolute = (_, path) =>
		`](${address}/${/\.(png|svg|json)$/.test(path) ? 'raw' : 'blob'}/main/${path})`;
	const readme = await read('README.md');
	await writeFile('README.md', readme.replace(/\]\((?!https?:|#)([^)]+)\)/g, absolute));
}

/** A domain for examples, or an action that its owner can exchange, because it has no commit hash. */
const placeholder = /example\.com\/n8n|\.example\b|uses: [^@]+@(?![\da-f]{40}\b)/;

async function nameWhatIsLeft() {
	const workflows = (await readdir('.github/workflows')).map((file) => `.github/workflows/${file}`);
	const left = [];
	for (const file of ['package.json', 'SECURITY.md', ...workflows])
		for (const [at, line] of (await read(file)).split('\n').entries())
			if (placeholder.test(line)) left.push(`${file}:${at + 1}: ${line.trim()}`);
	if (!(await read('CHANGELOG.md')).includes(`## [${manifest.version}] - `))
		left.push(`CHANGELOG.md: no section [${manifest.version}] with a date`);
	console.log(left.join('\n') || 'Nothing is left to fill in.');
	process.exitCode = left.length > 0 ? 1 : 0;
}

const [address] = process.argv.slice(2);
await (address ? setAddress(address) : nameWhatIsLeft());
