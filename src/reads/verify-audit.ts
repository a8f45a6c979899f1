// Holds the audit log against its seals, some at a time, however many there are.

import { sealHash } from '../base/secrets/audit-seal.ts'
import { SEALED_PARTS, type Seal, type SealedPart, type SealFault } from '../domain/audit/seal.ts'
import { checkSeals, countUnsealed, listSeals, listUntoldErasures, prunedAsTold } from '../store/audit/seals.ts'
import type { Database } from '../store/kit/database.ts'

const AT_ONCE = 50
/** So many entries of one kind of fault are named. */
const NAMED = 100

export interface FoundFault {
  readonly fault: SealFault
  /** Of the seal, or of the one that is printed and not there. */
  readonly number: number
  readonly part?: SealedPart
  readonly afterId?: number
  readonly lastId?: number
  /** How many rows were sealed, and how many are there. */
  readonly rows?: number
  readonly found?: number
}

export interface Verification {
  readonly seals: number
  readonly rows: number
  /** Whose rows are gone by the operator's retention. */
  readonly pruned: number
  readonly newest: Seal | null
  /** Entries that no seal stands for yet. */
  readonly waiting: { readonly log: number; readonly issued: number }
}

/** Tells each fault as it is found, and how far it is. `printed`: hashes that were kept elsewhere, by number. */
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
      // Retention takes the oldest first: what claims to be gone between others was taken by somebody else.
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
  if (lastPruned !== null && lastPruned.number > (await prunedAsTold(db)))
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
