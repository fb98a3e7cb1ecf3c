import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A certificate for 127.0.0.1 that nobody vouches for, valid for a day, and its key, as PEM texts.
 * On P-256, whose handshake is the cheapest: whoever makes a connection for every send is not made to look worse.
 * @throws Error where openssl is missing
 */
export function selfSigned(): { key: string; cert: string } {
	const folder = mkdtempSync(join(tmpdir(), 'self-signed-'));
	try {
		const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
		const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
		execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile, ...names], { stdio: 'ignore' });
		return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
