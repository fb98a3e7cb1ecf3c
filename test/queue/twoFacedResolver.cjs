// Loaded into a worker before n8n: a name that is at one address when asked for first, and at another then.
const dns = require('node:dns');

const addresses = ['127.0.0.1', '127.0.0.2'];
const { lookup, promises } = dns;
const { lookup: lookupPromise } = promises;
let asked = 0;

function find(hostname) {
	const found = { address: addresses[asked++ % addresses.length], family: 4 };
	console.log(`${hostname} is at ${found.address}`);
	return found;
}

const isTwoFaced = (hostname) => hostname === 'two-faced.test';

/** n8n's policy asks this one. */
promises.lookup = async (hostname, options) => {
	if (!isTwoFaced(hostname)) return await lookupPromise(hostname, options);
	const found = find(hostname);
	return options.all ? [found] : found;
};

/** A connection without the policy would ask this one. */
dns.lookup = (hostname, options, callback) => {
	if (!isTwoFaced(hostname)) return lookup(hostname, options, callback);
	const found = find(hostname);
	return options.all ? callback(null, [found]) : callback(null, found.address, found.family);
};
