/** Formats `07:00` as `7h` and `22:30` as `22h30`. */
export function formatTime(time: string): string {
  const [hour = '', minute = '00'] = time.split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
}
