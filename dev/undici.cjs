// What the bundle contains of undici: the values that the node imports. undici's index also loads fetch, WebSocket, mocks
// and caches: 570 kB and 25 ms for each n8n process. These paths are no public interface. If an update moves one,
// undici/index.js says where it is now.
'use strict';

// As the index does: a proxy agent opens its tunnels with it.
require('undici/lib/dispatcher/dispatcher').prototype.connect = require('undici/lib/api/api-connect');

exports.Agent = require('undici/lib/dispatcher/agent');
exports.Pool = require('undici/lib/dispatcher/pool');
exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent');
exports.buildConnector = require('undici/lib/core/connect');
