// Loaded into a worker before n8n: a host name that resolves to one address first and to another one then.
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

/** Used by n8n's policy. */
promises.lookup = async (hostname, options) => {
	if (!isTwoFaced(hostname)) return await lookupPromise(hostname, options);
	const found = find(hostname);
	return options.all ? [found] : found;
};

/** Used by connections without the policy. */
dns.lookup = (hostname, options, callback) => {
	if (!isTwoFaced(hostname)) return lookup(hostname, options, callback);
	const found = find(hostname);
	return options.all ? callback(null, [found]) : callback(null, found.address, found.family);
};
