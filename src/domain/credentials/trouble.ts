import type { RefusalReason } from '../sessions/admission.ts'
import type { SessionNote } from '../sessions/session.ts'

/** The current problem of a credential's device: its last attempt was rejected, or it receives no corrections. */
export type CredentialTrouble<Time = Date> =
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly at: Time }
  | { readonly kind: 'noted'; readonly note: SessionNote<string> }
