/** The caller made a mistake in what they typed: exit code 2. */
export class UsageError extends Error {}

/** It could not be done, and the message says why: exit code 1. */
export class CommandFailure extends Error {}
