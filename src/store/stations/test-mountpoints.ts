// Test mountpoints, which replay recorded data. Each is an archived station, so that only the caster serves it.
import type { Station } from '../../domain/stations/station.ts'
import { type Database, only, statement } from '../kit/database.ts'

/** No code of a station has a colon. */
const codeOf = (mountpoint: string) => `test:${mountpoint}`

/** Creates the test mountpoint or reuses it. Its name, place and format are those of the replayed station. */
export async function writeTestMountpoint(
  db: Database,
  mountpoint: string,
  { id }: Pick<Station, 'id'>,
  now: Date,
): Promise<number> {
  const insert = `insert into stations (code, mountpoint, archived_at, is_test, is_open, name, federal_state, lat, lng, format, datum, country)
    select $1, $2, $4, true, true, name, federal_state, lat, lng, format, datum, country from stations where id = $3
    on conflict (lower(code)) do update set name = excluded.name, federal_state = excluded.federal_state, lat = excluded.lat,
      lng = excluded.lng, format = excluded.format, datum = excluded.datum, country = excluded.country
    returning id`
  const values = [codeOf(mountpoint), mountpoint, id, now]
  return (await only<{ id: number }>(db, statement('test-mountpoint-write', insert), values)).id
}
