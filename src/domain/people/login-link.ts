// One-time links for the first administrator's setup, an invitation or a new password.
import { DAY_MS } from '../time/units.ts'

export type LinkPurpose = 'setup' | 'invitation' | 'reset'

const VALID_MS: Record<LinkPurpose, number | null> = {
  setup: null, // until an administrator exists
  invitation: 7 * DAY_MS,
  reset: DAY_MS,
}

export function linkExpiry(purpose: LinkPurpose, now: Date): Date | null {
  const valid = VALID_MS[purpose]
  return valid === null ? null : new Date(now.getTime() + valid)
}

/** The token is in the fragment, which browsers never send, so it appears in no log and no Referer. */
export const linkUrl = (baseUrl: string, purpose: LinkPurpose, token: string): string =>
  `${baseUrl}/console/${purpose === 'setup' ? 'setup' : 'welcome'}#${token}`
