// A credential's state as SQL. The state depends on the clock, so it is computed from the times, as in TypeScript.
import type { CredentialState, CredentialView } from '../../domain/credentials/credential.ts'

/**
 * The same rule as `isInView` in domain/credentials/credential.ts; test/store/credentials/states.test.ts compares both.
 * `now`: a parameter of the statement, such as `$1`.
 */
export function inView(view: CredentialState | CredentialView, now: string): string {
  const active = `revoked_at is null and expires_at > ${now}`
  switch (view) {
    case 'active':
      return active
    case 'in_force':
      return `${active} and starts_at <= ${now}`
    case 'scheduled':
      return `${active} and starts_at > ${now}`
    case 'expired':
      return `revoked_at is null and expires_at <= ${now}`
    case 'revoked':
      return 'revoked_at is not null'
  }
}

/** The same rule as `inForceAt` in domain/credentials/credential.ts. */
export const inForce = (now: string) => `(${inView('in_force', now)} and suspended_at is null)`

// No index can contain the state. But a background job records each expiry soon after it happens (expiry_noted_at),
// which splits the indexes into these three parts. Every statement that uses a part also checks the times: a late job
// or a clock that was set back makes a page slower, never wrong.
export const LIVE = 'revoked_at is null and expiry_noted_at is null'
export const NOTED = 'revoked_at is null and expiry_noted_at is not null'
export const REVOKED = 'revoked_at is not null'
