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
      `insert into station_coordinates (station_id, day, east_mm, north_mm, up_mm, sigma_mm, sigma_up_mm, baselines, is_attributed, completeness_pct)
       select "stationId", day, "eastMm", "northMm", "upMm", "sigmaMm", "sigmaUpMm", baselines, "isAttributed", "completenessPct"
       from json_to_recordset($1::json) as r ("stationId" bigint, day date, "eastMm" real, "northMm" real, "upMm" real,
         "sigmaMm" real, "sigmaUpMm" real, baselines integer, "isAttributed" boolean, "completenessPct" real)
       on conflict (station_id, day) do update set east_mm = excluded.east_mm, north_mm = excluded.north_mm, up_mm = excluded.up_mm,
         sigma_mm = excluded.sigma_mm, sigma_up_mm = excluded.sigma_up_mm, baselines = excluded.baselines,
         is_attributed = excluded.is_attributed, completeness_pct = excluded.completeness_pct`,
    ),
    [JSON.stringify(coordinates)],
  )

/** Oldest first. The days are included. */
export const listStationCoordinates = (db: Database, stationId: number, fromDay: string, toDay: string) =>
  db.query<StationCoordinate>(
    statement(
      'coordinates-of-station',
      `select day, east_mm as "eastMm", north_mm as "northMm", up_mm as "upMm", sigma_mm as "sigmaMm", sigma_up_mm as "sigmaUpMm",
         baselines, is_attributed as "isAttributed", completeness_pct as "completenessPct"
       from station_coordinates where station_id = $1 and day >= $2::date and day <= $3::date order by day`,
    ),
    [stationId, fromDay, toDay],
  )

export const deleteStationCoordinates = (db: Database, beforeDay: string) =>
  db.query(statement('coordinates-old', 'delete from station_coordinates where day < $1::date'), [beforeDay])
