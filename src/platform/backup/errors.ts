/** Thrown when data is not what a backup wrote. */
export class DamagedBackupError extends Error {}

/** Thrown when a backup cannot be made, read or restored. The message is shown to the operator. */
export class BackupError extends Error {}
