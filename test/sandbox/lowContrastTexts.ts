/** Runs in the page. Finds texts with a contrast below 4.5 to 1 (WCAG AA). */
export const lowContrastTexts = `(() => {
	const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
	const light = ([r, g, b]) => {
		const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * x + 0.7152 * y + 0.0722 * z;
	};
	const ground = (one) => {
		const colour = rgb(getComputedStyle(one).backgroundColor);
		return colour.length === 3 || !one.parentElement ? colour : ground(one.parentElement);
	};
	return [...document.querySelectorAll('body *')]
		.filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
		.filter((one) => one.checkVisibility() && !one.disabled)
		.filter((one) => {
			const [a, b] = [light(rgb(getComputedStyle(one).color)), light(ground(one))];
			return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
		})
		.map((one) => one.textContent);
})()`;
