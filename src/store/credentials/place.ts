import type { Position } from '../../domain/geometry/geodesy.ts'
import { type Database, statement } from '../kit/database.ts'

/** null: it has none any more. */
export const savePlace = (db: Database, id: number, place: Position | null) =>
  db.query(statement('credential-place', 'update credentials set place_lat = $2, place_lng = $3 where id = $1'), [
    id,
    place?.lat ?? null,
    place?.lng ?? null,
  ])
