import { ENGINE_LOGIN_CONTEXT } from '../../base/secrets/contexts.ts'
import { type Fault, type FieldFault, fault } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { isPhone, isWhatsapp } from '../../domain/network/contact.ts'
import { frameFaults, withWholeFrame } from '../../domain/network/frame.ts'
import { defaultNetworkMountpoint } from '../../domain/network/mountpoints/network-mountpoint.ts'
import { tableLineFaults } from '../../domain/network/mountpoints/table-lines.ts'
import { parseSourceAddress, withoutLogin } from '../../domain/network/source-address.ts'
import { mountAt, mountsOf } from '../../domain/sessions/access.ts'
import { isCountry, isMountpoint, MAX_RADIUS_KM } from '../../domain/stations/input.ts'
import { isTableField } from '../../domain/text/printable.ts'
import type { Database } from '../../store/kit/database.ts'
import { listMountpoints } from '../../store/network/mountpoints.ts'
import { listNetworkMountpoints } from '../../store/network/network-mountpoints.ts'
import { readNetwork, type StoredNetwork, updateNetwork } from '../../store/network/settings.ts'
import { noteEngineAnswer, writeEngineLogin } from '../../store/network/vrs-engine.ts'
import { listStations, lockStations } from '../../store/stations/rows.ts'
import { type KeyedContext, record } from '../context.ts'
import { previousOf } from '../previous.ts'
import { nameFaults as takenFaults } from './mountpoints/names.ts'

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

/** Bounds of `movedLimitM`: receivers and maps agree only to about 2 cm, and above a kilometre the limit is useless. */
const LEAST_MOVED_M = 0.02
const MOST_MOVED_M = 1000
const MOST_SWITCH_S = 3600

/** `upstream` may include a login, which is stored separately and encrypted. */
export function setNetwork(context: KeyedContext, change: Partial<StoredNetwork>): Promise<StoredNetwork> {
  const { keys, now } = context
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    const errors = [...networkFaults(change), ...(await nameFaults(tx, change)), ...(await lineFaults(tx, change))]
    const before = await readNetwork(tx)
    errors.push(...frameFaults(change, before))
    if (errors.length > 0) throw invalid(...errors)
    const was = previousOf(before, change)
    const { upstream, ...rest } = withWholeFrame(change, before)
    if (upstream !== undefined) {
      const { url, login } = upstream === null ? { url: null, login: null } : withoutLogin(upstream)
      // Write this row first: a caster that records an engine response locks this row, then the revision.
      await noteEngineAnswer(tx, now, { code: 'not_asked', params: {} })
      await updateNetwork(tx, { ...rest, upstream: url })
      await writeEngineLogin(tx, login === null ? null : keys.encrypt(login, ENGINE_LOGIN_CONTEXT))
    } else await updateNetwork(tx, rest)
    const network = await readNetwork(tx)
    // Stored values, so the engine's address has no login.
    const details = Object.fromEntries(Object.keys(change).map((name) => [name, network[name as keyof StoredNetwork]]))
    await record(tx, context, { action: 'settings.changed', details: { ...details, was } })
    return network
  })
}

/** Requires the lock on stations, which every action that names a mountpoint takes. */
async function nameFaults(tx: Database, { mountpoint }: Partial<StoredNetwork>): Promise<FieldFault[]> {
  if (mountpoint === undefined) return []
  const isSame = (await readNetwork(tx)).mountpoint.toLowerCase() === mountpoint.toLowerCase()
  return isSame ? [] : takenFaults(tx, mountpoint, 'mountpoint')
}

/** An extra line must not name a mountpoint of this caster. A mountpoint added later takes precedence over the line. */
async function lineFaults(tx: Database, change: Partial<StoredNetwork>): Promise<FieldFault[]> {
  if (!change.tableLines || change.tableLines.length === 0) return []
  const network = { ...(await readNetwork(tx)), ...change }
  const stations = (await listStations(tx)).filter(({ archived }) => !archived)
  const networks = [defaultNetworkMountpoint(network), ...(await listNetworkMountpoints(tx))]
  const mounts = mountsOf(network, stations, await listMountpoints(tx), networks)
  return tableLineFaults(change.tableLines, (name) => mountAt(mounts, name) !== null)
}

/** Checks the values alone, without the database. */
export function networkFaults(change: Partial<StoredNetwork>): FieldFault[] {
  const distance = fault('number_range', { least: 0, most: MAX_RADIUS_KM })
  const rules: { [Field in keyof StoredNetwork]: [(value: NonNullable<StoredNetwork[Field]>) => boolean, Fault] } = {
    name: [isLine, fault('line_form')],
    casterHost: [(host) => HOST.test(host), fault('host_form')],
    casterPort: [(port) => Number.isInteger(port) && port >= 1 && port <= 65535, fault('port_range')],
    datum: [isLine, fault('line_form')],
    frame: [() => true, fault('empty')],
    epoch: [() => true, fault('empty')],
    format: [isLine, fault('line_form')],
    country: [isCountry, fault('country_form')],
    mountpoint: [isMountpoint, fault('mountpoint_form')],
    upstream: [(url) => parseSourceAddress(url) !== null, fault('upstream_form')],
    nearBaseKm: [isDistance, distance],
    triangleSideKm: [isDistance, distance],
    switchNearerKm: [isDistance, distance],
    switchAfterS: [
      (seconds) => Number.isInteger(seconds) && seconds >= 0 && seconds <= MOST_SWITCH_S,
      fault('number_range', { least: 0, most: MOST_SWITCH_S }),
    ],
    movedLimitM: [
      (metres) => Number.isFinite(metres) && metres >= LEAST_MOVED_M && metres <= MOST_MOVED_M,
      fault('number_range', { least: LEAST_MOVED_M, most: MOST_MOVED_M }),
    ],
    movedTakesOut: [() => true, fault('empty')],
    observedTakesOut: [() => true, fault('empty')],
    phone: [isPhone, fault('phone_form')],
    whatsapp: [isWhatsapp, fault('whatsapp_form')],
    tableLines: [() => true, fault('empty')],
    defaultRadiusKm: [(km) => km > 0 && isDistance(km), fault('above_zero', { most: MAX_RADIUS_KM })],
  }
  return (Object.keys(change) as (keyof StoredNetwork)[]).flatMap((field) => {
    const value = change[field]
    const [holds, broken] = rules[field] as [(value: unknown) => boolean, Fault]
    return value == null || holds(value) ? [] : [{ path: [field], ...broken }]
  })
}

const isLine = (text: string) => text.trim() !== '' && text.length <= 100 && isTableField(text)
const isDistance = (km: number) => Number.isFinite(km) && km >= 0 && km <= MAX_RADIUS_KM
