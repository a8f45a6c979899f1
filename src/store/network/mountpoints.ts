// Derived mountpoints.
import { NO_EQUIPMENT } from '../../domain/network/mountpoints/added-messages.ts'
import type { Alteration } from '../../domain/network/mountpoints/alteration.ts'
import { parseAlteration } from '../../domain/network/mountpoints/alteration-input.ts'
import type { MadeMountpoint } from '../../domain/network/mountpoints/mountpoint.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { listInstalledEquipment } from '../stations/equipment.ts'

interface StoredMountpoint {
  readonly id: number
  readonly name: string
  readonly stationId: number
  readonly label: string | null
  readonly alteration: object
  readonly isOpen: boolean
  readonly createdAt: Date
}

const COLUMNS = `id, name, station_id as "stationId", label, alteration, is_open as "isOpen", created_at as "createdAt"`

const all = statement('mountpoints', `select ${COLUMNS} from mountpoints order by lower(name) collate "C"`)
const byName = statement('mountpoint-by-name', `select ${COLUMNS} from mountpoints where lower(name) = lower($1)`)

/** Omits a mountpoint whose alteration only a newer release supports: this release would serve a different stream. */
async function toMountpoints(db: Database, rows: readonly StoredMountpoint[]): Promise<MadeMountpoint[]> {
  const mountpoints = rows.flatMap((row) => {
    const alteration = parseAlteration(row.alteration)
    return alteration ? [{ ...row, alteration }] : []
  })
  if (!mountpoints.some(({ alteration }) => alteration.added)) return mountpoints
  const installed = await listInstalledEquipment(db)
  const equipmentOf = ({ stationId }: MadeMountpoint) => ({ equipment: installed.get(stationId) ?? NO_EQUIPMENT })
  return mountpoints.map((one) => (one.alteration.added ? { ...one, ...equipmentOf(one) } : one))
}

export const listMountpoints = async (db: Database): Promise<MadeMountpoint[]> =>
  toMountpoints(db, await db.query<StoredMountpoint>(all))

export async function findMountpoint(db: Database, name: string): Promise<MadeMountpoint | null> {
  const row = await first<StoredMountpoint>(db, byName, [name])
  return (await toMountpoints(db, row ? [row] : []))[0] ?? null
}

export interface MountpointWrite {
  readonly label: string | null
  readonly alteration: Alteration
  readonly isOpen: boolean
}

export async function insertMountpoint(
  db: Database,
  { name, stationId, label, alteration, isOpen }: MountpointWrite & Pick<MadeMountpoint, 'name' | 'stationId'>,
  now: Date,
): Promise<number> {
  const insert = statement(
    'mountpoint-insert',
    `insert into mountpoints (name, station_id, label, alteration, is_open, created_at)
     values ($1, $2, $3, $4::jsonb, $5, $6) returning id`,
  )
  const values = [name, stationId, label, JSON.stringify(alteration), isOpen, now]
  return (await only<{ id: number }>(db, insert, values)).id
}

export const updateMountpoint = (db: Database, id: number, { label, alteration, isOpen }: MountpointWrite) =>
  db.query(
    statement(
      'mountpoint-update',
      'update mountpoints set label = $2, alteration = $3::jsonb, is_open = $4 where id = $1',
    ),
    [id, label, JSON.stringify(alteration), isOpen],
  )

export const deleteMountpoint = (db: Database, id: number) =>
  db.query(statement('mountpoint-delete', 'delete from mountpoints where id = $1'), [id])
