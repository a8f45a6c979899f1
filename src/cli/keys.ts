import { rewrapKeys } from '../actions/keys/rewrap.ts'
import { newKey } from '../secrets.ts'
import { deedBy, onFoundation, read, withSubcommands } from './command.ts'

export const command = withSubcommands(
  `usage: vertice keys generate
       vertice keys rewrap

generate  prints a new encryption key
rewrap    encrypts every stored secret anew under the first configured key, in batches, beside a running service. It may
          be stopped and run again. When it has finished, the other keys are no longer needed

To rotate: add the new key after the old one and restart every node; put it first and restart again; rewrap; take the
old one away. Keys stand in ENCRYPTION_KEYS or in the file encryption.key of the data directory, separated by commas.`,
  { generate, rewrap },
)

async function generate(args: string[]): Promise<undefined> {
  read(args, {})
  console.log(newKey())
}

async function rewrap(args: string[]): Promise<undefined> {
  read(args, {})
  await onFoundation(async ({ db, keys }) => {
    const done = new Map<string, number>()
    await rewrapKeys(deedBy('keys rewrap', { db, keys }), (table, count) => {
      done.set(table, count)
      if (process.stderr.isTTY) process.stderr.write(`\r${table}: ${count}   `)
    })
    if (process.stderr.isTTY) process.stderr.write('\n')
    const counts = Array.from(done, ([table, count]) => `${table} ${count}`).join(', ')
    console.log(`every secret is under key ${keys.current.id} (changed: ${counts})`)
  })
}
