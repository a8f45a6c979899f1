// 60 days of uptime of every active station, for the public page.
import { type Database, statement } from '../kit/database.ts'

export interface StationDays {
  readonly stationId: number
  /** Measured days only, with their minutes up and down. */
  readonly days: readonly (readonly [day: string, up: number, down: number])[]
}

const select = statement(
  'network-history',
  `select station_id as "stationId", json_agg(json_build_array(day, minutes_up, minutes_down)) as days
   from station_days where day >= $1 group by station_id`,
)

export const listNetworkHistory = (db: Database, firstDay: string) => db.query<StationDays>(select, [firstDay])
