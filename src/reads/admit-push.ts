// Decides whether a station's push is accepted, and identifies its source.
import { timingSafeEqual } from 'node:crypto'
import { pushContext, standbyPushContext } from '../base/secrets/contexts.ts'
import { type KeyRing, sha256 } from '../base/secrets.ts'
import {
  judgePush,
  type PushAdmission,
  type PushRule,
  type PushRules,
  type Shown,
} from '../domain/stations/certificate.ts'
import type { Which } from '../domain/stations/standby.ts'
import type { Database } from '../store/kit/database.ts'
import { listCertificates, listCertificatesOf, listRequiringCertificates } from '../store/stations/certificates.ts'
import { readLock } from '../store/stations/sources.ts'

export async function admitPush(
  db: Database,
  keys: KeyRing,
  stationId: number,
  shown: Shown,
  now: Date,
): Promise<PushAdmission> {
  const [lock, certificates] = [await readLock(db, stationId), await listCertificatesOf(db, stationId)]
  if (!lock) return { refusal: 'bad_password' }
  const { first, backup, isCertificateRequired: isRequired } = lock
  const opens = (given: string): Which | null => {
    const isIn = (sealed: Buffer | null, context: string) =>
      sealed !== null && timingSafeEqual(sha256(keys.decrypt(sealed, context)), sha256(given))
    if (isIn(first, pushContext(stationId))) return 'first'
    return isIn(backup, standbyPushContext(stationId)) ? 'backup' : null
  }
  return judgePush({ isRequired, certificates }, shown, opens, now)
}

/** Rules of all stations that have or require certificates. */
export async function listPushRules(db: Database): Promise<PushRules> {
  const [certificates, requiring] = [await listCertificates(db), await listRequiringCertificates(db)]
  const ofStation = Map.groupBy(certificates, ({ stationId }) => stationId)
  const required = new Set(requiring.map(({ stationId }) => stationId))
  const ruleOf = (stationId: number): PushRule => ({
    isRequired: required.has(stationId),
    certificates: ofStation.get(stationId) ?? [],
  })
  return new Map([...new Set([...ofStation.keys(), ...required])].map((stationId) => [stationId, ruleOf(stationId)]))
}
