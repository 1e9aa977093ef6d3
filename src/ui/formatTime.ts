/** `07:00` → `7h`, `22:30` → `22h30` */
export function formatTime(time: string): string {
  const [hour = '', minute = '00'] = time.split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
}
