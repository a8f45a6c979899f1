import { type Command, onNewFoundation, read } from './command.ts'

export const command: Command = {
  help: `usage: vertice migrate

Brings the database up to this release. "vertice start" and every other command do it by themselves; this one only does
that and says what it did.`,

  async run(args) {
    read(args, {})
    await onNewFoundation(async ({ migrated }) => {
      console.log(migrated.length === 0 ? 'the database is up to date' : `applied ${migrated.join(', ')}`)
    })
    return undefined
  },
}
