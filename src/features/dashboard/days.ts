/** `YYYY-MM-DD`, `days` later. */
export const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();
