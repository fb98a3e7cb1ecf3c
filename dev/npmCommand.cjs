/**
 * The npm to run: the one that started this process, if any.
 * @returns {[command: string, ...before: string[]]} the command, and the arguments before npm's own
 */
exports.npmCommand = () => {
	// npm sets this for the programs that it runs.
	const npmCli = process.env.npm_execpath;
	return npmCli?.endsWith('npm-cli.js') ? [process.execPath, npmCli] : ['npm'];
};
