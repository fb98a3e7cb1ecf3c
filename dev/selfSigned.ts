import { generate } from 'selfsigned';

/**
 * A self-signed certificate for 127.0.0.1 and its key, as PEM texts. P-256 has the cheapest handshake, so that a
 * node that opens a connection for every send does not look worse than it is.
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
