'use strict';

const {
	MessagingIntegration,
} = require('./dist/nodes/MessagingIntegration/MessagingIntegration.node.js');
const {
	MessagingIntegrationApi,
} = require('./dist/credentials/MessagingIntegrationApi.credentials.js');

module.exports = { MessagingIntegration, MessagingIntegrationApi };
