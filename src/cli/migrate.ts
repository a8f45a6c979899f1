import { readConfig } from '../config.ts'
import { onNewFoundation, verb } from './command.ts'

export const command = verb({
  summary: 'brings the database up to this release',
  more: `"vertice start" and every other command do it by themselves; this one only does that and says what it did. With a role that owns the tables it also says how long the database keeps the audit log (RETENTION), as the start of a worker does.`,

  run: () =>
    onNewFoundation(
      async ({ migrated }) => {
        console.log(migrated.length === 0 ? 'the database is up to date' : `applied ${migrated.join(', ')}`)
      },
      { auditKeptMs: readConfig().retention.auditMs },
    ),
})
