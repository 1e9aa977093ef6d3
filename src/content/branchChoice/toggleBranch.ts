/**
 * Returns the selected branches with or without one of them, sorted as they are stored. Otherwise the order of clicks
 * would count as a change when someone else saves the record.
 */
export const toggleBranch = (selected: readonly string[], uuid: string, isOn: boolean): string[] =>
  [...selected.filter((current) => current !== uuid), ...(isOn ? [uuid] : [])].sort();
