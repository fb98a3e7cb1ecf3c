import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import { liveEvents } from './live-events';
import type { Stores } from './service';
import { storedMedia } from './stored-media';

const folder = join(__dirname, 'page');

const pagePolicy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page at / that shows messages as a recipient would see them, and what it loads. */
export async function page(app: FastifyInstance, stores: Stores): Promise<void> {
	app.addHook('onRequest', async (_request, reply) => {
		reply.headers({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' });
	});
	app.get('/', async (_request, reply) =>
		reply.type('text/html; charset=utf-8').send(createReadStream(join(folder, 'index.html'))),
	);
	serveBundle(app, '/page.css', 'style/page.css', 'text/css; charset=utf-8');
	serveBundle(app, '/page.js', 'main.ts', 'text/javascript; charset=utf-8');
	app.register(liveEvents, stores);
	app.register(storedMedia, stores);
}

/** Serves a file of the page's folder with all it imports. Bundled when first asked for: few sandboxes are looked at. */
function serveBundle(app: FastifyInstance, path: string, name: string, type: string): void {
	let text: Promise<string | undefined> | undefined;
	const bundle = async () => {
		const { outputFiles } = await build({
			entryPoints: [join(folder, name)],
			bundle: true,
			write: false,
			format: 'esm',
			target: 'es2022',
			logLevel: 'silent',
		});
		return outputFiles[0]?.text;
	};
	app.get(path, async (_request, reply) => reply.type(type).send(await (text ??= bundle())));
}
