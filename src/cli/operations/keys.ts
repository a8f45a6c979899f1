import { rewrapKeys } from '../../actions/operations/keys/rewrap.ts'
import { newKey } from '../../base/secrets.ts'
import { commandContext, group, onFoundation, verb } from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'

const generate = verb({
  summary: 'print a new encryption key',
  async run() {
    console.log(newKey())
  },
})

const rewrap = verb({
  summary: 're-encrypt every stored secret with the first configured key',
  more: 'Runs in batches while the service is running. You can stop it and run it again. When it finishes, the other keys are no longer needed.',
  run: () =>
    onFoundation(async ({ db, keys }) => {
      const done = new Map<string, number>()
      const { show, clear } = progressLine()
      await rewrapKeys(commandContext('keys rewrap', { db, keys }), (table, count) => {
        done.set(table, count)
        show(`re-encrypting ${table}: ${count}`)
      }).finally(clear)
      const counts = Array.from(done, ([table, count]) => `${table} ${count}`).join(', ')
      console.log(`every secret is encrypted with key ${keys.current.id} (changed: ${counts})`)
    }),
})

export const command = group(
  { generate, rewrap },
  `To rotate: add the new key after the old one and restart every node; put it first and restart again; rewrap; remove the old one. Keys are in ENCRYPTION_KEYS or in the file encryption.key of the data directory, separated by commas.`,
)
