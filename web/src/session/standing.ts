// What a refusal tells about who sits there, whatever it was that they asked for.
import type { ApiError } from '../service/api-error.ts'

/** `ended`: nobody is signed in any more. `changed`: they are, and something is asked of them first. */
export type Standing = 'ended' | 'changed'

/** Null: it tells nothing about that. A wrong password at the login is no end of anything. */
export function standingIn({ code }: ApiError): Standing | null {
  if (code === 'signed_out' || code === 'second_factor_needed') return 'ended'
  return code === 'second_factor_required' ? 'changed' : null
}
