/** One second of nothing: 8 kHz, 8 bits. */
export function silence(): Buffer {
	const wave = Buffer.alloc(44 + 8000, 128);
	wave.write('RIFF', 0);
	wave.writeUInt32LE(36 + 8000, 4);
	wave.write('WAVEfmt ', 8);
	wave.writeUInt32LE(16, 16);
	wave.writeUInt16LE(1, 20);
	wave.writeUInt16LE(1, 22);
	wave.writeUInt32LE(8000, 24);
	wave.writeUInt32LE(8000, 28);
	wave.writeUInt16LE(1, 32);
	wave.writeUInt16LE(8, 34);
	wave.write('data', 36);
	wave.writeUInt32LE(8000, 40);
	return wave;
}
