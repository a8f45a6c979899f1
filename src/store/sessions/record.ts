// One session with the stretches that served it.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { SessionRecord } from '../../domain/sessions/sent.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'

export const findSessionRecord = (db: Database, scope: OwnerScope, id: string) =>
  first<SessionRecord>(
    db,
    statement(
      'session-record',
      `select s.id, s.credential_id as "credentialId", c.owner_id as "ownerId", s.username, s.mountpoint, s.started_at as "startedAt",
         s.ended_at as "endedAt", s.end_reason as "endReason", s.bytes, s.served
       from sessions s left join credentials c on c.id = s.credential_id where s.id = $1 and ${ownedBy('$2', 'c.owner_id')}`,
    ),
    [id, ownerOf(scope)],
  )
