// Movements of stations that observations show.
import type { ObservedMovement } from '../../../domain/archive/integrity/observed.ts'
import { type Database, statement } from '../../kit/database.ts'

export const listObserved = async (db: Database): Promise<Set<number>> =>
  new Set(
    (
      await db.query<{ id: number }>(
        statement('stations-observed', 'select id from stations where observed_movement is not null'),
      )
    ).map(({ id }) => id),
  )

/** `null` if the station did not move, or an operator resolved the movement. */
export const writeObserved = (db: Database, id: number, movement: ObservedMovement | null) =>
  db.query(statement('station-observed-write', 'update stations set observed_movement = $2::jsonb where id = $1'), [
    id,
    movement && JSON.stringify(movement),
  ])

/** Millimetres; `null` uses the default. */
export const writeMovementLimits = (db: Database, id: number, horizontal: number | null, vertical: number | null) =>
  db.query(
    statement(
      'station-movement-limits',
      'update stations set movement_limit_mm = $2, movement_limit_up_mm = $3 where id = $1',
    ),
    [id, horizontal, vertical],
  )
