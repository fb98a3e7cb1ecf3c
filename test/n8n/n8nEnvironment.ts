import { delimiter, dirname } from 'node:path';

export interface N8nPlace {
	/** n8n's user folder, also used as its home folder. */
	folder: string;
	port: number;
	/** The port for n8n's own task runners. */
	brokerPort: number;
	/** The Node.js that runs n8n. */
	node: string;
}

/** Modules of n8n 2.41 that call other servers, or could. Workflows run without them. */
const modulesWithCallsElsewhere = [
	'agents',
	'chat-hub',
	'instance-ai',
	'mcp',
	'mcp-registry',
	'quick-connect',
];

/**
 * n8n's whole environment. Most of the caller's environment is left out, so that neither the user's own n8n
 * settings nor a proxy affect what runs here.
 */
export function n8nEnvironment({
	folder,
	port,
	brokerPort,
	node,
}: N8nPlace): Record<string, string> {
	const names = ['LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT'];
	const kept = names.flatMap((name) =>
		process.env[name] === undefined ? [] : [[name, process.env[name]]],
	);
	const url = `http://127.0.0.1:${port}/`;
	return {
		...(Object.fromEntries(kept) as Record<string, string>),
		// n8n starts its task runners as `node`.
		PATH: [dirname(node), process.env.PATH].join(delimiter),
		HOME: folder,
		NO_COLOR: '1',

		N8N_USER_FOLDER: folder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_WEBHOOK_URL: url,
		N8N_EDITOR_BASE_URL: url,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		DB_TYPE: 'sqlite',

		// Nothing leaves this machine.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_AI_ENABLED: 'false',
		N8N_DISABLED_MODULES: modulesWithCallsElsewhere.join(','),
		EXTERNAL_FRONTEND_HOOKS_URLS: '',

		// No questions, no advertising.
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
	};
}
