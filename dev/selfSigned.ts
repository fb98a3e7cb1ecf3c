import { generate } from 'selfsigned';

/**
 * A certificate for 127.0.0.1 that nobody vouches for, and its key, as PEM texts.
 * On P-256, which has the cheapest handshake: a node that makes a connection for every send must not look worse than it is.
 */
export async function selfSigned(): Promise<{ key: string; cert: string }> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true },
			{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
		],
	});
	return { key, cert };
}
