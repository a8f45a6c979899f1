import { readConfig } from '../../base/config/config.ts'
import { onNewFoundation, verb } from '../kit/command.ts'

export const command = verb({
  summary: 'brings the database up to this release',
  more: `So does "vertice start"; this one only does that and says what it did. Other commands make a new database, and refuse one that is behind; "vertice backup" takes it as it is. With a role that owns the tables it also says how long the database keeps the audit log (RETENTION), as the start of a worker does.`,

  run: () =>
    onNewFoundation(
      async ({ migrated }) => {
        console.log(migrated.length === 0 ? 'the database is up to date' : `applied ${migrated.join(', ')}`)
      },
      { pending: 'apply', auditKeptMs: readConfig().retention.auditMs },
    ),
})
