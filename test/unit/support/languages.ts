/** How many random texts a property is tried with. 10,000 have passed; fewer keep `npm test` short. */
export const randomTexts = Number(process.env.RANDOM_TEXTS ?? 1000);

/** A sentence of each of twenty languages. */
export const languages = [
	'Good morning. ',
	'Grüße aus Köln! ',
	'Buenos días. ',
	'Доброе утро. ',
	'Καλημέρα. ',
	'صباح الخير. ',
	'בוקר טוב. ',
	'नमस्ते, क्षत्रिय। ',
	'শুভ সকাল। ',
	'காலை வணக்கம் ',
	'早上好。今天天气很好。',
	'おはようございます。',
	'좋은 아침. ',
	'สวัสดีตอนเช้า',
	'ສະບາຍດີ',
	'អរុណសួស្តី',
	'မင်္ဂလာပါ',
	'Chào buổi sáng. ',
	'Günaydın. ',
	'Բարի լույս։ ',
];
