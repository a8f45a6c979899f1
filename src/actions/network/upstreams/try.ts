// Previews what an upstream caster would offer here, before anything is saved.

import { upstreamContext } from '../../../base/secrets/contexts.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import type { SourceAddress, StreamLoss } from '../../../domain/network/source-address.ts'
import type { Plan } from '../../../domain/network/upstreams/plan.ts'
import type { Listed } from '../../../domain/network/upstreams/planned-streams.ts'
import { parseCaster, streamAt, type TableTrouble } from '../../../domain/network/upstreams/upstream.ts'
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

/** Opens and closes a stream; returns why it failed, or `null`. */
export type TryStream = (from: SourceAddress) => Promise<StreamLoss | null>

/** `open`: streams that require no login, according to the sourcetable. */
type ReadSourcetable = FoundTable & { readonly open?: ReadonlySet<string> }

/** Stream used to test the login, by its upstream name. */
export interface LoginTrial {
  readonly mountpoint: string
  /** `null` if the stream opened. */
  readonly why: StreamLoss | null
}

export interface TryInput {
  /** An existing upstream; undefined fields use its stored values. */
  readonly id?: number
  /** May include a login. */
  readonly url?: string
  readonly prefix?: string
}

export type Tried =
  | { readonly trouble: TableTrouble }
  | (Pick<Plan, 'offered' | 'leftOut'> &
      Pick<FoundTable, 'listed'> & {
        readonly prefix: string
        /** `null` if no offered stream requires a login. */
        readonly login: LoginTrial | null
      })

/** Uses the network and writes nothing. */
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

/**
 * Chooses the stream to test the login, since sourcetables need none. Prefers one without GGA: some others wait for a
 * position.
 */
function lockedOf(offered: readonly Listed[], open: ReadonlySet<string> = new Set()): string | null {
  const locked = offered.filter(({ mountpoint }) => !open.has(mountpoint))
  return (locked.find(({ needsGga }) => !needsGga) ?? locked[0])?.mountpoint ?? null
}

async function sealedOf(db: Database, id: number) {
  const kept = await readSealedUpstream(db, id)
  if (!kept) throw new Refusal('upstream_not_found')
  return kept
}

/** A stored login is only used for its own address; another address brings its own login or has none. */
function addressOf(keys: OpensLogins, url: string | undefined, kept: SealedUpstream | null) {
  if (url === undefined && kept) {
    const login = kept.login && keys.decrypt(kept.login, upstreamContext(kept.id))
    return streamAt(kept.url, login, '')
  }
  const caster = parseCaster(url ?? '')!
  return streamAt(caster.url, caster.login, '')
}
