// Further network mountpoints; the default one is a setting of the network.
import { describesEquipment } from '../../domain/network/mountpoints/added-messages.ts'
import { parseAlteration } from '../../domain/network/mountpoints/alteration-input.ts'
import type { NetworkMountpoint } from '../../domain/network/mountpoints/network-mountpoint.ts'
import type { EngineTrouble } from '../../domain/network/source-address.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { listInstalledEquipment } from '../stations/equipment.ts'

interface StoredRow {
  readonly id: number
  readonly name: string
  readonly label: string | null
  readonly groupId: number | null
  readonly alteration: object
  readonly isOpen: boolean
  readonly engine: string | null
  readonly engineAnswers: boolean
}

const SELECT = `select id, name, label, group_id as "groupId", alteration, is_open as "isOpen", engine,
  coalesce(engine is not null and answers, false) as "engineAnswers"
  from network_mountpoints left join network_mountpoint_engines on network_mountpoint_id = id`
const all = statement('network-mountpoints', `${SELECT} order by lower(name) collate "C"`)
const byName = statement('network-mountpoint-by-name', `${SELECT} where lower(name) = lower($1)`)

/** Omits a mountpoint whose alteration only a newer release supports: this release would serve a different stream. */
function toMountpoint(row: StoredRow): NetworkMountpoint[] {
  const alteration = parseAlteration(row.alteration)
  return alteration ? [{ ...row, alteration }] : []
}

export async function listNetworkMountpoints(db: Database): Promise<NetworkMountpoint[]> {
  const mountpoints = (await db.query<StoredRow>(all)).flatMap(toMountpoint)
  const needsEquipment = ({ alteration }: NetworkMountpoint) => describesEquipment(alteration.added?.types ?? [])
  if (!mountpoints.some(needsEquipment)) return mountpoints
  const equipmentOfBases = await listInstalledEquipment(db)
  return mountpoints.map((one) => (needsEquipment(one) ? { ...one, equipmentOfBases } : one))
}

export async function findNetworkMountpoint(db: Database, name: string): Promise<NetworkMountpoint | null> {
  const row = await first<StoredRow>(db, byName, [name])
  return (row && toMountpoint(row)[0]) ?? null
}

export type NetworkMountpointWrite = Omit<NetworkMountpoint, 'id' | 'engineAnswers' | 'equipmentOfBases'>

const valuesOf = ({ name, label, groupId, alteration, isOpen, engine }: NetworkMountpointWrite) => [
  ...[name, label, groupId],
  ...[JSON.stringify(alteration), isOpen, engine],
]

export async function insertNetworkMountpoint(db: Database, row: NetworkMountpointWrite, now: Date): Promise<number> {
  const insert = statement(
    'network-mountpoint-insert',
    `insert into network_mountpoints (name, label, group_id, alteration, is_open, engine, created_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7) returning id`,
  )
  return (await only<{ id: number }>(db, insert, [...valuesOf(row), now])).id
}

export const updateNetworkMountpoint = (db: Database, id: number, row: NetworkMountpointWrite) =>
  db.query(
    statement(
      'network-mountpoint-update',
      `update network_mountpoints set name = $1, label = $2, group_id = $3, alteration = $4::jsonb, is_open = $5,
         engine = $6 where id = $7`,
    ),
    [...valuesOf(row), id],
  )

export const deleteNetworkMountpoint = (db: Database, id: number) =>
  db.query(statement('network-mountpoint-delete', 'delete from network_mountpoints where id = $1'), [id])

export const writeNetworkEngineLogin = (db: Database, id: number, login: Buffer | null) =>
  db.query(statement('network-mountpoint-login', 'update network_mountpoints set engine_login = $2 where id = $1'), [
    id,
    login,
  ])

/** Until a caster probes it, an engine is not known to answer. */
export const forgetNetworkEngine = (db: Database, id: number) =>
  db.query(
    statement(
      'network-mountpoint-engine-forget',
      'delete from network_mountpoint_engines where network_mountpoint_id = $1',
    ),
    [id],
  )

interface StoredEngine {
  readonly id: number
  readonly url: string | null
  readonly login: Buffer | null
}

export async function listNetworkEngines(db: Database) {
  const rows = await db.query<StoredEngine>(
    statement('network-mountpoint-engines', 'select id, engine as url, engine_login as login from network_mountpoints'),
  )
  return rows.flatMap(({ url, ...row }) => (url === null ? [] : [{ ...row, url }]))
}

/** Result of a caster's last connection; `error` is `null` if data arrived. Ignores a removed mountpoint. */
export const noteNetworkEngineAnswer = (db: Database, id: number, at: Date, error: EngineTrouble | null) =>
  db.query(
    statement(
      'network-mountpoint-engine-note',
      `insert into network_mountpoint_engines (network_mountpoint_id, checked_at, answers, error)
       select id, $2, $3::jsonb is null, $3::jsonb from network_mountpoints where id = $1 and engine is not null
       on conflict (network_mountpoint_id)
       do update set checked_at = excluded.checked_at, answers = excluded.answers, error = excluded.error`,
    ),
    [id, at, error && JSON.stringify(error)],
  )

/** Marks engines as not answering if no caster has connected to them since `checkedBefore`. */
export const distrustNetworkEngines = (db: Database, checkedBefore: Date) =>
  db.query(
    statement(
      'network-mountpoint-engines-distrust',
      `update network_mountpoint_engines set answers = false, error = '{"code": "not_asked_lately", "params": {}}'
       where answers and checked_at < $1`,
    ),
    [checkedBefore],
  )

export interface NetworkEngineState {
  readonly id: number
  readonly answers: boolean
  readonly checkedAt: Date
  readonly error: EngineTrouble | null
}

/** An engine that no caster has probed yet is missing. */
export const listNetworkEngineStates = (db: Database): Promise<NetworkEngineState[]> =>
  db.query<NetworkEngineState>(
    statement(
      'network-mountpoint-engine-states',
      `select network_mountpoint_id as id, answers, checked_at as "checkedAt", error
       from network_mountpoint_engines order by 1`,
    ),
  )
