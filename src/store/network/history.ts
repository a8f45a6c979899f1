// Sixty days of every active station at once, for the public page.
import { type Database, statement } from '../kit/database.ts'

export interface StationDays {
  readonly stationId: number
  /** Day, minutes up, minutes down: of the days that were measured. */
  readonly days: readonly (readonly [day: string, up: number, down: number])[]
}

const select = statement(
  'network-history',
  `select station_id as "stationId", json_agg(json_build_array(day, minutes_up, minutes_down)) as days
   from station_days where day >= $1 group by station_id`,
)

export const listNetworkHistory = (db: Database, firstDay: string) => db.query<StationDays>(select, [firstDay])
