// One position per station and day, computed against the neighbours.
import type { StationCoordinate } from '../../domain/archive/integrity/coordinate.ts'
import { type Database, statement } from '../kit/database.ts'

export const replaceStationCoordinates = (
  db: Database,
  coordinates: readonly (StationCoordinate & { readonly stationId: number })[],
) =>
  db.query(
    statement(
      'coordinates-replace',
      `insert into station_coordinates (station_id, day, east_mm, north_mm, up_mm, sigma_mm, sigma_up_mm, baselines, is_attributed, completeness_pct,
         reference_x, reference_y, reference_z, hours)
       select "stationId", day, "eastMm", "northMm", "upMm", "sigmaMm", "sigmaUpMm", baselines, "isAttributed", "completenessPct",
         (reference->>'x')::double precision, (reference->>'y')::double precision, (reference->>'z')::double precision, hours
       from json_to_recordset($1::json) as r ("stationId" bigint, day date, "eastMm" real, "northMm" real, "upMm" real,
         "sigmaMm" real, "sigmaUpMm" real, baselines integer, "isAttributed" boolean, "completenessPct" real, reference jsonb, hours real)
       on conflict (station_id, day) do update set east_mm = excluded.east_mm, north_mm = excluded.north_mm, up_mm = excluded.up_mm,
         sigma_mm = excluded.sigma_mm, sigma_up_mm = excluded.sigma_up_mm, baselines = excluded.baselines,
         is_attributed = excluded.is_attributed, completeness_pct = excluded.completeness_pct,
         reference_x = excluded.reference_x, reference_y = excluded.reference_y, reference_z = excluded.reference_z, hours = excluded.hours`,
    ),
    [JSON.stringify(coordinates)],
  )

interface Row extends Omit<StationCoordinate, 'reference'> {
  readonly x: number | null
  readonly y: number | null
  readonly z: number | null
}

/** Oldest first. The days are included. */
export async function listStationCoordinates(
  db: Database,
  stationId: number,
  fromDay: string,
  toDay: string,
): Promise<StationCoordinate[]> {
  const rows = await db.query<Row>(
    statement(
      'coordinates-of-station',
      `select day, east_mm as "eastMm", north_mm as "northMm", up_mm as "upMm", sigma_mm as "sigmaMm", sigma_up_mm as "sigmaUpMm",
         baselines, is_attributed as "isAttributed", completeness_pct as "completenessPct",
         reference_x as x, reference_y as y, reference_z as z, hours
       from station_coordinates where station_id = $1 and day >= $2::date and day <= $3::date order by day`,
    ),
    [stationId, fromDay, toDay],
  )
  return rows.map(({ x, y, z, ...row }) => ({
    ...row,
    reference: x === null || y === null || z === null ? null : { x, y, z },
  }))
}

export const deleteStationCoordinates = (db: Database, beforeDay: string) =>
  db.query(statement('coordinates-old', 'delete from station_coordinates where day < $1::date'), [beforeDay])
