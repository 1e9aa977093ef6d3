const ZONE = 'America/Sao_Paulo';

/** As people say it: «na quinta-feira, 24 de dezembro de 2026, às 8h». */
export function momentInWords(at: number): string {
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE);
  const day = time.toLocaleString('pt-BR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const { hour, minute } = time;
  const clock = minute === 0 ? `${hour}h` : `${hour}h${String(minute).padStart(2, '0')}`;
  // «sábado», «domingo»
  const article = [6, 7].includes(time.dayOfWeek) ? 'no' : 'na';
  return `${article} ${day}, ${hour < 2 ? 'à' : 'às'} ${clock}`;
}
