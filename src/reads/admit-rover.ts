// Whether a rover may open a mountpoint now. Asked of the database each time, so that a credential opens in the second it is
// issued and no longer after it is revoked; rovers that come at the same moment share the question. Only while there is no answer
// what this caster remembers counts. Whether it may have one more session is decided when that is made: `recording/admissions.ts`.

import { PatientRound } from '../base/running/patient-round.ts'
import { openCredential } from '../base/secrets/credential.ts'
import type { KeyRing } from '../base/secrets.ts'
import { mountAt, opens } from '../domain/sessions/access.ts'
import { type Pass, type RefusalReason, refusalOf } from '../domain/sessions/admission.ts'
import { findPasses, type StoredPass } from '../store/credentials/passes.ts'
import type { Current } from '../store/current/current.ts'
import { DatabaseSilent, isDatabaseUnavailable } from '../store/kit/connections/unavailable.ts'
import type { Database } from '../store/kit/database.ts'
import type { RememberedPasses } from './remembered-passes.ts'

/** Of a crowd so many ask together as come in this time: with 3 ms letting one in took 15 µs more, with 25 no less. */
export const APART_MS = 10

export interface AdmissionServices {
  readonly db: Database
  readonly keys: KeyRing
  /** The stations as they are known here. */
  readonly known: () => Pick<Current, 'book' | 'stations'>
  /** Reads them again. */
  readonly refresh: () => Promise<unknown>
  readonly clock: () => Date
  readonly memory: RememberedPasses
  /** So long those who are remembered wait for the database; not at all while it is doubted. */
  readonly patienceMs: number
  readonly isDoubted: () => boolean
}

type Login = { readonly username: string; readonly password: string }
type Admission =
  | { readonly pass: Pass; readonly refusal: null; readonly fromMemory: boolean }
  | { readonly pass: Pass | null; readonly refusal: RefusalReason }

type Found =
  | { readonly fromMemory: false; readonly pass: StoredPass | null }
  | { readonly fromMemory: true; readonly pass: Pass }

export function roverAdmitter(services: AdmissionServices) {
  const { db, keys, known, refresh, clock, memory, patienceMs, isDoubted } = services
  const round = new PatientRound<Login, Found>(
    async (logins) => {
      const usernames = [...new Set(logins.map(({ username }) => username))]
      const passes = await findPasses(db, usernames)
      memory.heard()
      const found = new Map(passes.map((pass) => [pass.username, pass]))
      return logins.map(({ username }) => ({ fromMemory: false, pass: found.get(username) ?? null }))
    },
    {
      patienceMs,
      remembered({ username, password }) {
        const pass = memory.find(username, password)
        return pass ? { fromMemory: true, pass } : undefined
      },
      isAway: isDatabaseUnavailable,
      isDoubted,
      apartMs: APART_MS,
    },
  )
  return async (login: Login, mountpoint: string): Promise<Admission> => {
    const found = await round.join(login)
    if (found.fromMemory) {
      if (refusalFor(found.pass, mountpoint)) throw new DatabaseSilent()
      memory.used()
      return { pass: found.pass, refusal: null, fromMemory: true }
    }
    const { pass } = found
    if (!pass) return { pass, refusal: 'unknown_user' }
    // Hashes are compared, under a key that nobody knows: how long that takes tells nothing of the password.
    const proof = memory.proofOf(pass.username, login.password)
    const isRight =
      memory.isKnown(pass, proof) || proof === memory.proofOf(pass.username, openCredential(keys, pass).password)
    if (!isRight) return { pass, refusal: 'bad_password' }
    if (pass.stations !== known().stations) await refresh()
    const refusal = refusalFor(pass, mountpoint)
    if (refusal === 'revoked') memory.revoke(pass.id) // the notice of it may not have come yet
    if (refusal) return { pass, refusal }
    memory.remember(pass, proof)
    return { pass, refusal: null, fromMemory: false }
  }

  function refusalFor(pass: Pass, mountpoint: string): RefusalReason | null {
    const { mounts, groups } = known().book
    const mount = mountAt(mounts, mountpoint)
    return refusalOf(pass, mount !== null && opens(pass, mount, groups), clock())
  }
}
