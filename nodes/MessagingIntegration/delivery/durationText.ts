/** A duration as people say it, rounded: "45 s", "12 min" or "1.5 h". @param duration ms */
export function durationText(duration: number): string {
	const seconds = Math.round(duration / 1000);
	if (seconds < 120) return `${seconds} s`;
	if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
	return `${Math.round(seconds / 360) / 10} h`;
}
