import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

export const root = resolve(__dirname, '../..');

const name = 'n8n-nodes-messaging-integration';

const notCopied = ['.git', '.local', 'dist', 'examples', 'node_modules'];

interface Packed {
	/** The files in the package, as npm lists them. */
	files: string[];
	/** A folder in which only the package and n8n-workflow are installed. */
	consumer: string;
	/** The installed package itself. */
	folder: string;
}

/** Copies the source into this folder, so that it can be built there. */
export function copyOfSource(place: string): string {
	const copy = join(place, 'source');
	cpSync(root, copy, {
		recursive: true,
		filter: (path) => path === root || !notCopied.includes(basename(path)),
	});
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}

export function build(source: string): void {
	execFileSync(process.execPath, ['dev/build.mjs'], { cwd: source, stdio: 'pipe' });
}

/**
 * Builds, packs and installs the source. It works on a copy, because other tests use `dist` at the same
 * time.
 */
function packInto(place: string): Packed {
	const copy = copyOfSource(place);
	build(copy);
	const said = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
		cwd: copy,
		encoding: 'utf8',
		stdio: 'pipe',
	});
	const [pack] = JSON.parse(said) as Array<{ filename: string; files: Array<{ path: string }> }>;
	if (!pack) throw new Error(`npm packed nothing: ${said}`);

	const consumer = join(place, 'consumer');
	const folder = join(consumer, 'node_modules', name);
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', join(place, pack.filename), '-C', folder, '--strip-components=1']);
	symlinkSync(join(root, 'node_modules/n8n-workflow'), join(consumer, 'node_modules/n8n-workflow'));
	return { files: pack.files.map(({ path }) => path), consumer, folder };
}

/** The package as it is published, for the tests of one file. */
export function packedPackage() {
	const place = mkdtempSync(join(tmpdir(), 'packed-'));
	let pack: Packed;
	let classes: {
		MessagingIntegration: new () => INodeType;
		MessagingIntegrationApi: new () => ICredentialType;
	};

	beforeAll(() => {
		pack = packInto(place);
		classes = createRequire(join(pack.consumer, 'any.js'))(name) as typeof classes;
	});
	afterAll(() => rmSync(place, { recursive: true, force: true }));

	return {
		pack: () => pack,
		description: () => new classes.MessagingIntegration().description,
		methods: () => new classes.MessagingIntegration().methods,
		credential: () => new classes.MessagingIntegrationApi(),
	};
}

export function readJson(...path: string[]): unknown {
	return JSON.parse(readFileSync(join(...path), 'utf8'));
}
