import { readConfig } from '../../base/config/config.ts'
import { onNewFoundation, verb } from '../kit/command.ts'

export const command = verb({
  summary: 'migrate the database to this release',
  more: `"vertice start" migrates too; this command only migrates and prints what it did. Other commands create a new database and reject an outdated one; "vertice backup" accepts it. With a role that owns the tables, it also stores how long the audit log is kept (RETENTION), as a starting worker does.`,

  run: () =>
    onNewFoundation(
      async ({ migrated }) => {
        console.log(migrated.length === 0 ? 'the database is up to date' : `applied ${migrated.join(', ')}`)
      },
      { pending: 'apply', auditKeptMs: readConfig().retention.auditMs },
    ),
})
