import { type Database, first, statement } from '../kit/database.ts'
import { type StoredCredential, storedColumns } from './columns.ts'

const byId = statement('credential-by-id', `select ${storedColumns()} from credentials where id = $1 and owner_id = $2`)

export const findCredential = (db: Database, ownerId: number, id: number) =>
  first<StoredCredential>(db, byId, [id, ownerId])
