import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** A real PNG of random colours: no two have the same SHA-256. @param size of a side, in pixels */
export function randomPng(size = 64): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(size, 0);
	header.writeUInt32BE(size, 4);
	// 8 bits a channel, three channels.
	header.set([8, 2], 8);
	// Each row begins with its filter: 0, none.
	const rows = Array.from({ length: size }, () => Buffer.concat([Buffer.from([0]), randomBytes(size * 3)]));
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	return Buffer.concat([
		signature,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(Buffer.concat(rows))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const ends = Buffer.alloc(8);
	ends.writeUInt32BE(data.length, 0);
	ends.writeUInt32BE(crc32(typed), 4);
	return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
}

/** The checksum of PNG's chunks. Node's own zlib.crc32 is not in every Node 20. */
function crc32(data: Buffer): number {
	let crc = ~0;
	for (const byte of data) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
}
