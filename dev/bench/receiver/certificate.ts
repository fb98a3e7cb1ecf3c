import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One value in ASN.1's DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (digits: string) => Buffer.from(digits, 'hex');
const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')));
const commonName = der(0x06, hex('550403'));

/** As certificates write it: year, month, day, hour, minute, second, all of two digits. */
function utcTime(date: Date): Buffer {
	const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
	return der(0x17, Buffer.from(`${digits}Z`));
}

/**
 * A key and a certificate that it signed itself, valid for a day: nothing to keep, nothing to expire.
 * On P-256, whose handshake is the cheapest: whoever makes a connection for every send is not made to look worse.
 */
export function selfSigned(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const day = 24 * 60 * 60 * 1000;
	const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('bench')))));
	const body = sequence(
		// A serial number is positive: its first bit is not set.
		der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		ecdsaWithSha256,
		name,
		sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day))),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
	const base64 = sequence(body, ecdsaWithSha256, signature).toString('base64');
	const cert = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`;
	return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
