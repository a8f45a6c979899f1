// Detects rejections that concern the session, whatever was requested.
import type { ApiError } from '../service/api-error.ts'

/** `ended`: no longer signed in. `changed`: signed in, but with other rights or requirements than this page knows. */
export type SessionRejection = 'ended' | 'changed'

/** `null` if the rejection says nothing about the session. A wrong password at the login does not end a session. */
export function sessionRejectionIn({ code }: ApiError): SessionRejection | null {
  if (code === 'signed_out' || code === 'second_factor_needed') return 'ended'
  return code === 'second_factor_required' || code === 'viewing_as' ? 'changed' : null
}
