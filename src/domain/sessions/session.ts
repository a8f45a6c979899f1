// A rover's session as it is kept, and an attempt that did not become one.
import type { RefusalReason } from './admission.ts'

export interface SessionStart {
  readonly id: string
  readonly credentialId: number
  readonly username: string
  readonly mountpoint: string
  readonly startedAt: Date
  readonly address: string
  readonly agent: string
}

/** What may change while a session lives. */
export interface SessionProgress {
  readonly id: string
  /** Whose stream it gets. */
  readonly stationId: number | null
  readonly bytes: number
  readonly lat: number | null
  readonly lng: number | null
  /** Of the last GGA: 4 is fixed, 5 float. */
  readonly quality: number | null
  readonly positionAt: Date | null
  readonly positions: number
  readonly fixedPositions: number
  readonly notes: readonly SessionNote[]
}

export interface SessionNote {
  readonly at: Date
  readonly text: string
}

/** Why a session ended; `node_lost`: its caster died, and nobody knows. */
export type EndReason =
  | 'client_left'
  | 'expired'
  | 'revoked'
  | 'replaced'
  | 'kicked'
  | 'too_slow'
  | 'broken'
  | 'shutdown'
  | 'node_lost'

export interface RefusedAttempt {
  readonly at: Date
  readonly reason: RefusalReason
  readonly username: string
  readonly credentialId: number | null
  readonly mountpoint: string
  readonly address: string
  readonly agent: string
}

/** Where sessions and refusals are written down; nobody waits for it. */
export interface SessionLog {
  opened(session: SessionStart): void
  progressed(progress: SessionProgress): void
  closed(progress: SessionProgress, at: Date, reason: EndReason): void
  refused(attempt: RefusedAttempt): void
}
