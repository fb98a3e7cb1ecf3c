// What n8n's reviewers run over a node whose description is written out.
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

export default tseslint.config({
	files: ['**/*.ts'],
	extends: [communityNodes.configs.recommendedWithoutN8nCloudSupport],
	plugins: { 'n8n-nodes-base': nodesBase },
	languageOptions: { parser: tseslint.parser },
	rules: nodesBase.configs.nodes.rules,
});
