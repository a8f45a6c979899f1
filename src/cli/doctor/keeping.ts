// What must not be lost: the encryption keys, and a backup that is not too old.

import type { KeyRing } from '../../base/secrets.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { about, type Finding } from './finding.ts'

const MOST_DAYS = 7

export interface KeyFacts {
  /** Where they stand: ENCRYPTION_KEYS, or a file. */
  readonly place: string
  /** null: there are none. */
  readonly keys: Pick<KeyRing, 'knows'> | null
  /** Why they cannot be read. */
  readonly trouble: string | null
  /** Those that rows need. */
  readonly needed: readonly string[]
}

export function keyFindings({ place, keys, trouble, needed }: KeyFacts): Finding[] {
  const { ok, fail } = about('keys')
  if (trouble !== null) return [fail(`${place}: ${trouble}`, 'put back the key that the data was made with')]
  if (keys === null)
    return needed.length === 0
      ? [ok('none yet; the first start makes one')]
      : [fail(`${place} is missing, and rows need key ${needed.join(', ')}`, 'put it back, from a backup')]
  const missing = needed.filter((id) => !keys.knows(id))
  if (missing.length > 0)
    return [fail(`rows need key ${missing.join(', ')}, which is not in ${place}`, 'put it back, after the others')]
  return [ok(`${place} has every key that rows need (${needed.join(', ') || 'none'})`)]
}

/** `at`: of the last that "vertice backup" made. */
export function backupFinding(at: Date | null, isEmbedded: boolean, now: Date): Finding {
  const { ok, warn } = about('backup')
  const elsewhere = isEmbedded ? '' : ', unless PostgreSQL is backed up by other means'
  const todo = `make one, every day: vertice backup FILE (docs/operations.md)${elsewhere}`
  if (at === null) return warn('"vertice backup" has never made one of this database', todo)
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS)
  const what = `the last was made ${days === 0 ? 'today' : `${days} days ago`}`
  return days > MOST_DAYS ? warn(what, todo) : ok(what)
}
