// Values that no setting changes. They pass through `Config` so that tests can replace them: in process with the second
// argument of `readConfig`, in a process of its own with test/support/fixed-values.ts.

export interface FixedValues {
  /** How long a start or a command waits for an unreachable database. */
  readonly databaseWaitSeconds: number
  /** Max concurrent sessions per client address on open mountpoints. */
  readonly casterOpenPerAddress: number
  /** How long rovers stay with a base that disconnected before they get another one. */
  readonly casterGraceSeconds: number
  /** How long a rover waits for data from the VRS engine before the nearest base serves it. */
  readonly casterVrsTimeoutSeconds: number
  /** How long after the database last answered a caster admits rovers from memory; 0 means never. */
  readonly casterRemembersMinutes: number
  /** Delay before each retry of a webhook delivery, counted from the previous attempt. */
  readonly webhookRetryDelaysMs: readonly number[]
  readonly stripeApiUrl: string
  readonly telegramApiUrl: string
  readonly metricsExportEveryMs: number
  /** How often a worker checks whether the daily backup is due. */
  readonly backupCheckEveryMs: number
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

export const FIXED: FixedValues = {
  databaseWaitSeconds: 60,
  casterOpenPerAddress: 10,
  casterGraceSeconds: 15,
  casterVrsTimeoutSeconds: 10,
  casterRemembersMinutes: 10,
  webhookRetryDelaysMs: [
    ...[5, 5 * MINUTE_S, 30 * MINUTE_S],
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_S),
  ].map((seconds) => seconds * 1000),
  stripeApiUrl: 'https://api.stripe.com',
  telegramApiUrl: 'https://api.telegram.org',
  metricsExportEveryMs: 60_000,
  backupCheckEveryMs: 60_000,
}
