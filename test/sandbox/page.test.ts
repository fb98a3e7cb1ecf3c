import { runningSandbox } from './runningSandbox';

const { url } = runningSandbox();

it.each([
	['/', 'text/html'],
	['/page.css', 'text/css'],
	['/page.js', 'text/javascript'],
])('serves %s as %s, with a policy that allows only its own origin', async (path, type) => {
	const response = await fetch(url() + path);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toContain(type);
	const policy = response.headers.get('content-security-policy');
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toMatch(/unsafe|\*|http/);
});
