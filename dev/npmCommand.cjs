/**
 * The npm to run: the one that runs this, if any.
 * @returns {[command: string, ...before: string[]]} what stands in front of npm's own arguments
 */
exports.npmCommand = () => {
	// Set by npm for what it runs.
	const npmCli = process.env.npm_execpath;
	return npmCli?.endsWith('npm-cli.js') ? [process.execPath, npmCli] : ['npm'];
};
