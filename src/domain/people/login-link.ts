// One-time links: the first administrator's set-up, an invitation, a new password.
import { DAY_MS } from '../time/units.ts'

export type LinkPurpose = 'setup' | 'invitation' | 'reset'

const VALID_MS: Record<LinkPurpose, number | null> = {
  setup: null, // until there is an administrator
  invitation: 7 * DAY_MS,
  reset: DAY_MS,
}

export function linkExpiry(purpose: LinkPurpose, now: Date): Date | null {
  const valid = VALID_MS[purpose]
  return valid === null ? null : new Date(now.getTime() + valid)
}

/** The token stands behind the #: browsers send that to nobody, so it is in no log and no Referer. */
export const linkUrl = (baseUrl: string, purpose: LinkPurpose, token: string): string =>
  `${baseUrl}/console/${purpose === 'setup' ? 'setup' : 'welcome'}#${token}`
