// Renewal by order: the customer pays, and the credential keeps its user name and password.
import { type CredentialTimes, endOf, MAX_DAYS_UNTIL_END } from '../credentials/credential.ts'
import type { Access } from '../sessions/access.ts'
import { DAY_MS } from '../time/units.ts'

/** A product of a year can be bought a month before the end. */
export const MAX_DAYS_UNTIL_ORDERED_END = MAX_DAYS_UNTIL_END + 30

/** Orders for a later end are rejected. Payment is not: it always adds the whole period. */
export const isTooFar = ({ expiresAt }: CredentialTimes, validitySeconds: number, now: Date): boolean =>
  endOf(expiresAt, validitySeconds).getTime() > now.getTime() + MAX_DAYS_UNTIL_ORDERED_END * DAY_MS

interface Served {
  readonly byId: ReadonlyMap<number, { readonly archived: boolean }>
  readonly groups: ReadonlyMap<number, unknown>
}

/** False if the station is archived or the group was deleted: more time would give the customer nothing. */
export function isServed({ stationId, groupId }: Access, { byId, groups }: Served): boolean {
  if (stationId !== null) return byId.get(stationId)?.archived === false
  return groupId === null || groups.has(groupId)
}
