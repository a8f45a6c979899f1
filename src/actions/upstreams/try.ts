// What another caster would offer here, seen before anything is saved.
import { Refusal } from '../../domain/refusal.ts'
import type { Plan } from '../../domain/upstreams/plan.ts'
import { parseCaster, streamAt, type TableTrouble } from '../../domain/upstreams/upstream.ts'
import type { Database } from '../../store/kit/database.ts'
import { readMark, readSealedUpstream, type SealedUpstream } from '../../store/upstreams/rows.ts'
import { type FoundTable, makePlan, type ReadTableOf } from './follow.ts'
import { checkUpstream, type OpensLogins, upstreamContext } from './set.ts'

export interface TryMeans {
  readonly db: Database
  readonly keys: OpensLogins
  readonly readTable: ReadTableOf
}

export interface TryInput {
  /** One that is followed already; what is left out beside it is as it is kept. */
  readonly id?: number
  /** With user and password. */
  readonly url?: string
  readonly prefix?: string
}

/** Why there is nothing to see, or what would be. */
export type Tried =
  | { readonly trouble: TableTrouble }
  | (Pick<Plan, 'offered' | 'leftOut'> & Pick<FoundTable, 'listed'> & { readonly prefix: string })

/** Asks the network, and writes nothing. */
export async function tryUpstream({ db, keys, readTable }: TryMeans, input: TryInput): Promise<Tried> {
  checkUpstream(input.id === undefined ? { url: '', ...input } : input)
  const kept = input.id === undefined ? null : await sealedOf(db, input.id)
  const prefix = input.prefix ?? kept?.prefix ?? ''
  const found = await readTable(addressOf(keys, input.url, kept))
  if ('trouble' in found) return found
  const mark = await readMark(db)
  if (found.mark === mark) return { trouble: { code: 'ourselves', params: {} } }
  const { offered, leftOut } = await makePlan(db, { id: kept?.id ?? null, prefix }, found, mark)
  return { prefix, offered, leftOut, listed: found.listed }
}

async function sealedOf(db: Database, id: number) {
  const kept = await readSealedUpstream(db, id)
  if (!kept) throw new Refusal('upstream_not_found')
  return kept
}

/** A login that is kept goes nowhere but to the address that it is kept for: another address comes with its own, or has none. */
function addressOf(keys: OpensLogins, url: string | undefined, kept: SealedUpstream | null) {
  if (url === undefined && kept) {
    const login = kept.login && keys.decrypt(kept.login, upstreamContext(kept.id))
    return streamAt(kept.url, login, '')
  }
  const caster = parseCaster(url ?? '')!
  return streamAt(caster.url, caster.login, '')
}
