import { readConfig } from '../config.ts'
import { type Command, onNewFoundation, read } from './command.ts'

export const command: Command = {
  help: `usage: vertice migrate

Brings the database up to this release. "vertice start" and every other command do it by themselves; this one only does
that and says what it did. With a role that owns the tables it also says how long the database keeps the audit log (RETENTION), as
the start of a worker does.`,

  async run(args) {
    read(args, {})
    await onNewFoundation(
      async ({ migrated }) => {
        console.log(migrated.length === 0 ? 'the database is up to date' : `applied ${migrated.join(', ')}`)
      },
      { auditKeptMs: readConfig().retention.auditMs },
    )
    return undefined
  },
}
