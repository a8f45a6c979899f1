import { findOrCreateOwner, listOwners } from '../store/owners.ts'
import { needed, onFoundation, printTable, read, shortTime, withSubcommands } from './command.ts'

export const command = withSubcommands(
  `usage: vertice owner create NAME
       vertice owner list

An owner is an organisation, yours or a reseller's. Tokens, credentials and webhooks belong to one, and a token sees
only its owner's.`,
  { create, list },
)

async function create(args: string[]): Promise<undefined> {
  const name = needed(read(args, {}).positionals[0], 'NAME')
  await onFoundation(async ({ db }) => {
    const owner = await findOrCreateOwner(db, name)
    console.log(
      owner.created ? `owner ${owner.id} "${owner.name}" is made` : `owner ${owner.id} "${owner.name}" exists already`,
    )
  })
}

async function list(args: string[]): Promise<undefined> {
  read(args, {})
  await onFoundation(async ({ db }) => {
    const rows = (await listOwners(db)).map(({ id, name, createdAt }) => [String(id), name, shortTime(createdAt)])
    printTable(['ID', 'NAME', 'CREATED (UTC)'], rows, 'no owners yet')
  })
}
