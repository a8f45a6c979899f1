// How long somebody stays signed in.
const HOUR_MS = 3_600_000
export const IDLE_MS = 12 * HOUR_MS
export const ABSOLUTE_MS = 30 * 24 * HOUR_MS
/** Between the password and the second factor. */
export const SECOND_FACTOR_MS = HOUR_MS / 6
/** So long a browser that was signed in is known, and an attack on its user from elsewhere does not slow it down. */
export const DEVICE_KNOWN_MS = 180 * 24 * HOUR_MS

/** One state, not flags: what the holder of the cookie has shown so far. */
export type Stage = 'second_factor' | 'signed_in'

export interface ConsoleSession {
  readonly id: number
  readonly userId: number
  readonly stage: Stage
  readonly createdAt: Date
  readonly seenAt: Date
  readonly address: string
  readonly agent: string | null
}

export function isAlive({ stage, createdAt, seenAt }: ConsoleSession, now: Date): boolean {
  const age = now.getTime() - createdAt.getTime()
  if (stage === 'second_factor') return age < SECOND_FACTOR_MS
  return age < ABSOLUTE_MS && now.getTime() - seenAt.getTime() < IDLE_MS
}
