import { upstreamContext } from '../../../base/secrets/contexts.ts'
import { type Fault, type FieldFault, fault, wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { isPrefix, isUpstreamName, parseCaster } from '../../../domain/network/upstreams/upstream.ts'
import type { Database } from '../../../store/kit/database.ts'
import {
  deleteUpstream,
  findUpstream,
  forgetFailures,
  forgetOfferLogins,
  insertUpstream,
  letGoOfStations,
  listStationIdsOf,
  makeUpstreamDue,
  type UpstreamCaster,
  type UpstreamRef,
  updateUpstream,
  writeUpstreamCasterLogin,
} from '../../../store/network/upstreams/rows.ts'
import { lockStations } from '../../../store/stations/rows.ts'
import { type ActionContext, type KeyedContext, record } from '../../context.ts'
import { previousOf } from '../../previous.ts'

export type OpensLogins = Pick<KeyedContext['keys'], 'decrypt'>

export interface UpstreamInput {
  readonly name: string
  /** May include a login, which is stored separately and encrypted. */
  readonly url: string
  readonly prefix?: string
  readonly servesNetwork?: boolean
}

/** The worker fetches its sourcetable immediately. */
export async function addUpstream(context: KeyedContext, input: UpstreamInput): Promise<number> {
  checkUpstream(input)
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    if (await findUpstream(tx, { name: input.name }))
      throw invalid(wrong(['name'], 'upstream_exists', { name: input.name }))
    const { url, login } = parseCaster(input.url)!
    const { name, prefix = '', servesNetwork = false } = input
    const id = await insertUpstream(tx, { name, url, prefix, servesNetwork })
    if (login !== null) await writeUpstreamCasterLogin(tx, id, context.keys.encrypt(login, upstreamContext(id)))
    await makeUpstreamDue(tx, id, context.now)
    const subject = { kind: 'upstream', id } as const
    await record(tx, context, { action: 'upstream.added', subject, details: { name, url, prefix, servesNetwork } })
    return id
  })
}

/** Undefined fields stay unchanged; an address without a login removes the login. */
export async function changeUpstream(
  context: KeyedContext,
  which: UpstreamRef,
  change: Partial<UpstreamInput>,
): Promise<UpstreamCaster> {
  checkUpstream(change)
  return context.db.transaction(async (tx) => {
    const upstream = await lockUpstream(tx, which)
    const { id } = upstream
    const other = change.name === undefined ? null : await findUpstream(tx, { name: change.name })
    if (other && other.id !== id) throw invalid(wrong(['name'], 'upstream_exists', { name: other.name }))
    const caster = change.url === undefined ? null : parseCaster(change.url)
    const next = {
      name: change.name ?? upstream.name,
      url: caster?.url ?? upstream.url,
      prefix: change.prefix ?? upstream.prefix,
      servesNetwork: change.servesNetwork ?? upstream.servesNetwork,
    }
    await updateUpstream(tx, id, next)
    if (caster) {
      const sealed = caster.login === null ? null : context.keys.encrypt(caster.login, upstreamContext(id))
      await writeUpstreamCasterLogin(tx, id, sealed)
      if (caster.url !== upstream.url) await forgetOfferLogins(tx, id)
      await forgetFailures(tx, await listStationIdsOf(tx, id))
    }
    await makeUpstreamDue(tx, id, context.now)
    const subject = { kind: 'upstream', id } as const
    const login = !caster || (caster.login === null && !upstream.hasLogin) ? 'kept' : caster.login ? 'set' : 'removed'
    const details = { ...next, login, was: previousOf(upstream, next) }
    await record(tx, context, { action: 'upstream.changed', subject, details })
    return { ...upstream, ...next }
  })
}

/** Returns the number of archived stations. Their credentials stay and work again once the stations are restored. */
export function removeUpstream(context: ActionContext, which: UpstreamRef): Promise<number> {
  return context.db.transaction(async (tx) => {
    const { id, name } = await lockUpstream(tx, which)
    // Stations before health, as everywhere: both lock a revision until the end of the transaction.
    const stationIds = await letGoOfStations(tx, id, context.now)
    await forgetFailures(tx, stationIds)
    await deleteUpstream(tx, id)
    const subject = { kind: 'upstream', id } as const
    await record(tx, context, { action: 'upstream.removed', subject, details: { name, stations: stationIds.length } })
    return stationIds.length
  })
}

/** Makes the worker fetch the sourcetable now. */
export async function askUpstream({ db, now }: Pick<ActionContext, 'db' | 'now'>, which: UpstreamRef): Promise<void> {
  await makeUpstreamDue(db, (await upstreamOf(db, which)).id, now)
}

export async function upstreamOf(db: Database, which: UpstreamRef): Promise<UpstreamCaster> {
  const upstream = await findUpstream(db, which)
  if (!upstream) throw new Refusal('upstream_not_found', 'name' in which ? which : {})
  return upstream
}

async function lockUpstream(tx: Database, which: UpstreamRef): Promise<UpstreamCaster> {
  await lockStations(tx)
  return upstreamOf(tx, which)
}

export function checkUpstream({ name, url, prefix }: Partial<UpstreamInput>): void {
  const faults: FieldFault[] = []
  const rule = (field: string, holds: boolean, broken: Fault) => {
    if (!holds) faults.push({ path: [field], ...broken })
  }
  rule('name', name === undefined || isUpstreamName(name), fault('upstream_name_form'))
  rule('url', url === undefined || parseCaster(url) !== null, fault('upstream_caster_form'))
  rule('prefix', prefix === undefined || isPrefix(prefix), fault('upstream_prefix_form'))
  if (faults.length > 0) throw invalid(...faults)
}
