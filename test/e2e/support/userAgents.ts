/** What opens a link before a person does: previews of messengers, mail scanners, search engines, and browsers. */
export const userAgents = [
	'',
	'WhatsApp/2.23.20.0 A',
	'TelegramBot (like TwitterBot)',
	'facebookexternalhit/1.1;line-poker/1.0',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Viber',
	'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
	'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
	'curl/8.5.0',
];
