/** What was read is not what a backup wrote. */
export class Damaged extends Error {}

/** A backup cannot be made, read or restored, and why, in words for whoever asked for it. */
export class BackupError extends Error {}
