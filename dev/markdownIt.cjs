// What the bundle contains of markdown-it: its parsers, which say where a sign is, without its renderer, its tables of
// HTML entities and its reading of bare addresses. dev/bundle.mjs leaves out the rules that the node does not use.
// These paths are no public interface. If an update moves one, markdown-it/index.mjs says where it is now.
'use strict';

const { default: Block } = require('markdown-it/lib/parser_block.mjs');
const { default: Inline } = require('markdown-it/lib/parser_inline.mjs');

module.exports = class {
	block = new Block();
	inline = new Inline();
	helpers = require('markdown-it/lib/helpers/index.mjs');
	options = {};
};
