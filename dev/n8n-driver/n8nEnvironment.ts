import { delimiter, dirname } from 'node:path';

export interface N8nPlace {
	/** n8n's user folder; it also stands in for the home folder. */
	folder: string;
	port: number;
	/** Port on which n8n's own task runners are served. */
	brokerPort: number;
	/** The Node that runs n8n. */
	node: string;
}

/** Modules of n8n 2.41 that ask servers elsewhere, or could; none has to do with running workflows. */
const modulesWithCallsElsewhere = ['agents', 'chat-hub', 'instance-ai', 'mcp', 'mcp-registry', 'quick-connect'];

/**
 * All that n8n is told. Little of the caller's environment is passed on, so that neither the user's own n8n
 * settings nor a proxy change what runs here.
 */
export function n8nEnvironment({ folder, port, brokerPort, node }: N8nPlace): Record<string, string> {
	const names = ['LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT'];
	const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
	const url = `http://127.0.0.1:${port}/`;
	return {
		...(Object.fromEntries(kept) as Record<string, string>),
		// n8n starts its task runners as plain `node`.
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

		// Nothing asks questions or advertises.
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
	};
}
