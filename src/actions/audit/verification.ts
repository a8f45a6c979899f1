// Verifies the audit log against its seals, in batches.

import { sealHash } from '../../base/secrets/audit-seal.ts'
import { SEALED_PARTS, type Seal, type SealedPart, type SealFault } from '../../domain/audit/seal.ts'
import { checkSeals, countUnsealed, lastPrunedSeal, listSeals, listUntoldErasures } from '../../store/audit/seals.ts'
import type { Database } from '../../store/kit/database.ts'

const AT_ONCE = 50
/** Max reported entries per kind of fault. */
const NAMED = 100

export interface FoundFault {
  readonly fault: SealFault
  /** Number of the seal, or of a printed seal that is missing. */
  readonly number: number
  readonly part?: SealedPart
  readonly afterId?: number
  readonly lastId?: number
  /** Rows sealed, and rows `found`. */
  readonly rows?: number
  readonly found?: number
}

export interface Verification {
  readonly seals: number
  readonly rows: number
  /** Number of seals whose rows retention deleted. */
  readonly pruned: number
  readonly newest: Seal | null
  /** Entries that are not sealed yet. */
  readonly waiting: { readonly log: number; readonly issued: number }
}

/** Reports each fault and the progress through callbacks. `printed`: hashes kept outside the database, by number. */
export async function verifyAudit(
  db: Database,
  printed: ReadonlyMap<number, string>,
  tell: (fault: FoundFault) => void,
  progress: (seals: number, rows: number) => void = () => {},
): Promise<Verification> {
  const ends: Record<SealedPart, number> = { log: 0, issued: 0 }
  const missing = new Set(printed.keys())
  let newest: Seal | null = null
  let lastPruned: Seal | null = null
  let [seals, rows, pruned, keptSince] = [0, 0, 0, 0]
  for (;;) {
    const page: Seal[] = await listSeals(db, newest?.number ?? 0, AT_ONCE)
    if (page.length === 0) break
    const found = await foundRows(db, page)
    for (const seal of page) {
      const place = { number: seal.number, part: seal.part, afterId: seal.afterId, lastId: seal.lastId }
      const expected: number = (newest?.number ?? 0) + 1
      if (seal.number !== expected) tell({ fault: 'missing_seal', number: expected })
      else if (!sealHash(seal, newest).equals(seal.hash) || seal.afterId !== ends[seal.part])
        tell({ fault: 'changed_seal', ...place })
      missing.delete(seal.number)
      const print = printed.get(seal.number)
      if (print !== undefined && print !== seal.hash.toString('hex')) tell({ fault: 'not_as_printed', ...place })
      // Retention deletes the oldest first; a gap between existing rows is tampering.
      const gone = seal.part === 'log' && seal.prunedAt !== null && keptSince === 0
      if (gone) {
        pruned += 1
        lastPruned = seal
      } else if (seal.part === 'log') keptSince ||= seal.number
      const fault = faultOf(seal, found.get(seal.number)!, gone)
      if (fault) tell({ fault, ...place, rows: gone ? 0 : seal.rows, found: found.get(seal.number)!.found })
      seals += 1
      rows += seal.rows
      ends[seal.part] = seal.lastId
      newest = seal
    }
    progress(seals, rows)
  }
  for (const number of missing) tell({ fault: 'missing_seal', number })
  if (lastPruned !== null && lastPruned.number > (await lastPrunedSeal(db)))
    tell({ fault: 'untold_removal', number: lastPruned.number, part: 'log', lastId: lastPruned.lastId })
  for (const { id, number } of await listUntoldErasures(db, NAMED))
    tell({ fault: 'untold_erasure', number, part: 'log', afterId: id - 1, lastId: id })
  const { below, ...waiting } = await countUnsealed(db)
  if (below > 0) tell({ fault: 'inserted_rows', number: 1, part: 'log', lastId: 0, rows: 0, found: below })
  return { seals, rows, pruned, newest, waiting }
}

interface Found {
  readonly found: number
  readonly digest: Buffer
}

async function foundRows(db: Database, page: readonly Seal[]): Promise<Map<number, Found>> {
  const all = new Map<number, Found>()
  for (const part of SEALED_PARTS) {
    const numbers = page.filter((seal) => seal.part === part).map(({ number }) => number)
    if (numbers.length === 0) continue
    for (const { number, ...found } of await checkSeals(db, part, numbers)) all.set(number, found)
  }
  return all
}

function faultOf(seal: Seal, { found, digest }: Found, gone: boolean): SealFault | null {
  const rows = gone ? 0 : seal.rows
  if (found < rows) return 'missing_rows'
  if (found > rows) return 'inserted_rows'
  return gone || digest.equals(seal.digest) ? null : 'changed_rows'
}
