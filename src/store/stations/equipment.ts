// Equipment of stations over time, facts about their sites, and what their streams announce.
import type { ChangedAntenna } from '../../domain/alerts/present.ts'
import { type AnnouncedEquipment, type AntennaState, antennaText } from '../../domain/archive/announced.ts'
import type { EquipmentOrigin, NewPeriod, Period } from '../../domain/archive/equipment.ts'
import { NO_SITE_FACTS, type SiteFacts, type SiteRecord } from '../../domain/archive/site.ts'
import type { InstalledEquipment } from '../../domain/network/mountpoints/added-messages.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

/** Receivers first, newest first. */
export const listEquipment = (db: Database, stationId: number) =>
  db.query<Period>(
    statement(
      'equipment-of-station',
      `select id, kind, type, serial, firmware, radome, up, east, north, installed_at as "installedAt", removed_at as "removedAt", origin
       from station_equipment where station_id = $1 order by kind desc, installed_at desc`,
    ),
    [stationId],
  )

type InstalledRow = InstalledEquipment & { readonly stationId: number }

/** What is installed now, by station; a station without a record is missing. */
export async function listInstalledEquipment(db: Database): Promise<Map<number, InstalledEquipment>> {
  const installed = (kind: string, fields: readonly string[]) =>
    `json_agg(json_build_object(${fields.map((field) => `'${field}', ${field}`)})) filter (where kind = '${kind}') -> 0 as ${kind}`
  const rows = await db.query<InstalledRow>(
    statement(
      'equipment-installed',
      `select station_id as "stationId", ${installed('antenna', ['type', 'radome', 'serial', 'up'])},
         ${installed('receiver', ['type', 'firmware', 'serial'])}
       from station_equipment where removed_at is null group by station_id`,
    ),
  )
  return new Map(rows.map(({ stationId, antenna, receiver }) => [stationId, { antenna, receiver }]))
}

const valuesOf = (period: NewPeriod, origin: EquipmentOrigin) => [
  period.type,
  period.serial,
  period.firmware,
  period.radome,
  period.up,
  period.east,
  period.north,
  period.installedAt,
  period.removedAt,
  origin,
]

export async function insertEquipment(
  db: Database,
  stationId: number,
  period: NewPeriod,
  origin: EquipmentOrigin,
): Promise<number> {
  const insert = `insert into station_equipment (type, serial, firmware, radome, up, east, north, installed_at, removed_at, origin, station_id, kind)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`
  const values = [...valuesOf(period, origin), stationId, period.kind]
  return (await only<{ id: number }>(db, statement('equipment-insert', insert), values)).id
}

export const updateEquipment = (db: Database, id: number, period: NewPeriod, origin: EquipmentOrigin) =>
  db.query(
    statement(
      'equipment-update',
      `update station_equipment set type = $1, serial = $2, firmware = $3, radome = $4, up = $5, east = $6, north = $7,
         installed_at = $8, removed_at = $9, origin = $10 where id = $11`,
    ),
    [...valuesOf(period, origin), id],
  )

export const endEquipmentAt = (db: Database, id: number, at: Date) =>
  db.query(statement('equipment-end', 'update station_equipment set removed_at = $2 where id = $1'), [id, at])

export const deleteEquipment = (db: Database, id: number) =>
  db.query(statement('equipment-delete', 'delete from station_equipment where id = $1'), [id])

export async function readSiteFacts(db: Database, stationId: number): Promise<SiteFacts> {
  const select = `select marker_name as "markerName", marker_number as "markerNumber", monument, installed_at as "installedAt", place, agency,
      contact_name as "contactName", contact_email as "contactEmail", contact_phone as "contactPhone"
    from station_sites where station_id = $1`
  return (await first<SiteFacts>(db, statement('site-facts', select), [stationId])) ?? NO_SITE_FACTS
}

export const writeSiteFacts = (db: Database, stationId: number, facts: SiteFacts) =>
  db.query(
    statement(
      'site-facts-write',
      `insert into station_sites (station_id, marker_name, marker_number, monument, installed_at, place, agency, contact_name, contact_email, contact_phone)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (station_id) do update set marker_name = excluded.marker_name, marker_number = excluded.marker_number,
         monument = excluded.monument, installed_at = excluded.installed_at, place = excluded.place, agency = excluded.agency,
         contact_name = excluded.contact_name, contact_email = excluded.contact_email, contact_phone = excluded.contact_phone`,
    ),
    [
      stationId,
      facts.markerName,
      facts.markerNumber,
      facts.monument,
      facts.installedAt,
      facts.place,
      facts.agency,
      facts.contactName,
      facts.contactEmail,
      facts.contactPhone,
    ],
  )

export interface KnownStream {
  readonly announced: AnnouncedEquipment
  /** Since when this antenna is announced. */
  readonly antennaAt: Date
  readonly antennaState: AntennaState
  readonly rejected: AnnouncedEquipment['antenna']
}

/** `null` if the stream never announced equipment. */
export const readAnnouncedEquipment = (db: Database, stationId: number) =>
  first<KnownStream>(
    db,
    statement(
      'equipment-announced',
      `select announced, antenna_at as "antennaAt", antenna_state as "antennaState", rejected
       from station_announced_equipment where station_id = $1`,
    ),
    [stationId],
  )

export const writeAnnouncedEquipment = (db: Database, stationId: number, known: KnownStream) =>
  db.query(
    statement(
      'equipment-announced-write',
      `insert into station_announced_equipment (station_id, announced, antenna_at, antenna_state, rejected) values ($1, $2, $3, $4, $5)
       on conflict (station_id) do update set announced = excluded.announced, antenna_at = excluded.antenna_at,
         antenna_state = excluded.antenna_state, rejected = excluded.rejected`,
    ),
    [
      stationId,
      JSON.stringify(known.announced),
      known.antennaAt,
      known.antennaState,
      known.rejected && JSON.stringify(known.rejected),
    ],
  )

interface PendingRow {
  readonly stationId: number
  readonly code: string
  readonly simulated: boolean
  readonly announced: AnnouncedEquipment
  readonly since: Date
  /** `null` if no antenna is recorded as installed. */
  readonly type: string | null
  readonly radome: string | null
  readonly serial: string | null
  readonly up: number | null
}

/** Active stations whose stream announces another antenna than the record. */
export async function listPendingAntennas(db: Database): Promise<ChangedAntenna[]> {
  const rows = await db.query<PendingRow>(
    statement(
      'equipment-pending',
      `select s.id as "stationId", s.code, s.simulated, a.announced, a.antenna_at as since, e.type, e.radome, e.serial, e.up
       from station_announced_equipment a join stations s on s.id = a.station_id
       left join station_equipment e on e.station_id = s.id and e.kind = 'antenna' and e.removed_at is null
       where a.antenna_state = 'pending' and s.archived_at is null order by s.code`,
    ),
  )
  return rows.map(({ stationId, code, simulated, announced, since, type, radome, serial, up }) => ({
    ...{ stationId, code, simulated, since },
    announced: announced.antenna ? antennaText(announced.antenna) : '',
    recorded: type === null ? null : antennaText({ type, radome: radome ?? '', serial: serial ?? '', up }),
  }))
}

/** Everything that describes the site at that time; `null` if the station is unknown. */
export async function readSiteRecord(db: Database, stationId: number, at: Date): Promise<SiteRecord | null> {
  // Positions older than the retention are deleted except the newest, so the first known one also stands for earlier times.
  const select = `select s.code, n.name as "networkName", p.lat, p.lng, p.height
    from stations s cross join network n left join lateral (
      select lat, lng, height from station_positions where station_id = s.id and height is not null
      order by at > $2, case when at > $2 then at - $2 else $2 - at end limit 1) p on true
    where s.id = $1`
  const row = await first<{
    code: string
    networkName: string
    lat: number | null
    lng: number | null
    height: number | null
  }>(db, statement('site-record', select), [stationId, at])
  if (!row) return null
  const { code, networkName, lat, lng, height } = row
  return {
    code,
    networkName,
    facts: await readSiteFacts(db, stationId),
    history: await listEquipment(db, stationId),
    announced: lat === null || lng === null || height === null ? null : { lat, lng, height },
  }
}
