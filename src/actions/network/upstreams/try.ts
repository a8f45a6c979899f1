// What another caster would offer here, seen before anything is saved.

import { upstreamContext } from '../../../base/secrets/contexts.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import type { SourceAddress, StreamLoss } from '../../../domain/network/source-address.ts'
import type { Plan } from '../../../domain/network/upstreams/plan.ts'
import { parseCaster, streamAt, type TableTrouble } from '../../../domain/network/upstreams/upstream.ts'
import type { Listed } from '../../../domain/network/upstreams/wishes.ts'
import type { Database } from '../../../store/kit/database.ts'
import { readMark, readSealedUpstream, type SealedUpstream } from '../../../store/network/upstreams/rows.ts'
import { type FoundTable, makePlan, type ReadTableOf } from './follow.ts'
import { checkUpstream, type OpensLogins } from './set.ts'

export interface TrialDependencies {
  readonly db: Database
  readonly keys: OpensLogins
  readonly readTable: ReadTableOf
  readonly tryStream: TryStream
}

/** Opens it and lets go of it: why it does not open, or null. */
export type TryStream = (from: SourceAddress) => Promise<StreamLoss | null>

/** A table may say of which of its streams it asks no login. */
type ReadSourcetable = FoundTable & { readonly open?: ReadonlySet<string> }

/** The stream with which the login was tried, by its name there. */
export interface LoginTrial {
  readonly mountpoint: string
  /** null: it opened. */
  readonly why: StreamLoss | null
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
  | (Pick<Plan, 'offered' | 'leftOut'> &
      Pick<FoundTable, 'listed'> & {
        readonly prefix: string
        /** null: nothing is offered that asks for a login. */
        readonly login: LoginTrial | null
      })

/** Asks the network, and writes nothing. */
export async function tryUpstream(
  { db, keys, readTable, tryStream }: TrialDependencies,
  input: TryInput,
): Promise<Tried> {
  checkUpstream(input.id === undefined ? { url: '', ...input } : input)
  const kept = input.id === undefined ? null : await sealedOf(db, input.id)
  const prefix = input.prefix ?? kept?.prefix ?? ''
  const address = addressOf(keys, input.url, kept)
  const found: ReadSourcetable | { readonly trouble: TableTrouble } = await readTable(address)
  if ('trouble' in found) return found
  const mark = await readMark(db)
  if (found.mark === mark) return { trouble: { code: 'ourselves', params: {} } }
  const { offered, leftOut } = await makePlan(db, { id: kept?.id ?? null, prefix }, found, mark)
  const mountpoint = lockedOf(offered, found.open)
  const login = mountpoint === null ? null : { mountpoint, why: await tryStream({ ...address, mountpoint }) }
  return { prefix, offered, leftOut, listed: found.listed, login }
}

/** Tables need no login: only a stream tells whether it is right. Rather one that needs no position, which some wait for. */
function lockedOf(offered: readonly Listed[], open: ReadonlySet<string> = new Set()): string | null {
  const locked = offered.filter(({ mountpoint }) => !open.has(mountpoint))
  return (locked.find(({ needsGga }) => !needsGga) ?? locked[0])?.mountpoint ?? null
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
