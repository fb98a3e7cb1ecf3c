import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate for 127.0.0.1 that nobody vouches for, and its key, as PEM texts. */
export function selfSigned(): { key: string; cert: string } {
	const folder = mkdtempSync(join(tmpdir(), 'transport-test-'));
	try {
		const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
		const files = ['-keyout', keyFile, '-out', certFile];
		execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...names], {
			stdio: 'ignore',
		});
		return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
