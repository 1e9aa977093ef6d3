/** Whether shoppers see a vacancy on `today`, a day of the chain's calendar: through the whole of its last day. */
export function isOpen({ open_until }: { open_until: string | null }, today: string): boolean {
  return open_until === null || open_until >= today;
}
