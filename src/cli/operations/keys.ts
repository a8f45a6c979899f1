import { rewrapKeys } from '../../actions/operations/keys/rewrap.ts'
import { newKey } from '../../base/secrets.ts'
import { commandContext, group, onFoundation, verb } from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'

const generate = verb({
  summary: 'prints a new encryption key',
  async run() {
    console.log(newKey())
  },
})

const rewrap = verb({
  summary: 'encrypts every stored secret anew under the first configured key',
  more: 'In batches, beside a running service. It may be stopped and run again. When it has finished, the other keys are no longer needed.',
  run: () =>
    onFoundation(async ({ db, keys }) => {
      const done = new Map<string, number>()
      const { show, clear } = progressLine()
      await rewrapKeys(commandContext('keys rewrap', { db, keys }), (table, count) => {
        done.set(table, count)
        show(`encrypting ${table} anew: ${count}`)
      }).finally(clear)
      const counts = Array.from(done, ([table, count]) => `${table} ${count}`).join(', ')
      console.log(`every secret is under key ${keys.current.id} (changed: ${counts})`)
    }),
})

export const command = group(
  { generate, rewrap },
  `To rotate: add the new key after the old one and restart every node; put it first and restart again; rewrap; take the old one away. Keys stand in ENCRYPTION_KEYS or in the file encryption.key of the data directory, separated by commas.`,
)
