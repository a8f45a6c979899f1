/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

/** The command failed for a reason that the message explains: exit code 1. */
export class CommandFailure extends Error {}
