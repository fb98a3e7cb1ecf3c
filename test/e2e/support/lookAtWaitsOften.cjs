// Loaded into n8n, which looks each minute at the waits that end soon. Tests do not wait so long.
const { setInterval } = require('node:timers');

Object.assign(globalThis, {
	setInterval: (work, milliseconds, ...parameters) =>
		setInterval(work, milliseconds === 60_000 ? 500 : milliseconds, ...parameters),
});
