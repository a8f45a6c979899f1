import { changeGroup, createGroup, removeGroup } from '../../actions/stations/groups.ts'
import { type Group, groupNamed } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { listGroups, readGroupUse } from '../../store/stations/groups.ts'
import { listStations } from '../../store/stations/rows.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  group,
  listVerb,
  onFoundation,
  onNewFoundation,
  printFacts,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'

const stations = (help: string) => text('CODE,…', help)

const codesIn = (said: string): string[] =>
  said
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')

const counted = ({ stationIds: { size } }: Group) => `${size} ${size === 1 ? 'station' : 'stations'}`

const add = verb({
  summary: 'create a station group',
  args: ['NAME'],
  flags: { stations: stations('codes of its stations, separated by commas') },
  async run({ stations: said = '' }, name) {
    await onNewFoundation(async ({ db }) => {
      const made = await createGroup(commandContext('group add', { db }), { name, members: codesIn(said) })
      console.log(`group "${made.name}" created with ${counted(made)}`)
    })
  },
})

const set = verb({
  summary: 'rename a group or change its stations',
  more: 'Rovers on a station that leaves the group are disconnected within seconds. Network rovers of the group get another base.',
  args: ['NAME'],
  flags: {
    name: text('NEW', 'new name'),
    stations: stations('replace the stations of the group'),
    add: stations('add these stations'),
    remove: stations('remove these stations'),
  },
  async run({ name: renamed, stations: all, add: more, remove: fewer }, name) {
    if ([renamed, all, more, fewer].every((said) => said === undefined))
      throw new UsageError('nothing to change: add --name, --stations, --add or --remove')
    if (all !== undefined && (more !== undefined || fewer !== undefined))
      throw new UsageError('--stations cannot be combined with --add or --remove')
    await onFoundation(async ({ db }) => {
      const members = all === undefined ? await changed(db, name, more, fewer) : codesIn(all)
      const saved = await changeGroup(commandContext('group set', { db }), { name }, { name: renamed, members })
      console.log(`group "${saved.name}" has ${counted(saved)}`)
    })
  },
})

/** `undefined` if the members stay as they are. */
async function changed(db: Database, name: string, more = '', fewer = ''): Promise<(number | string)[] | undefined> {
  if (more === '' && fewer === '') return undefined
  const found = await groupOf(db, name)
  const byCode = new Map((await listStations(db)).map((station) => [station.code.toLowerCase(), station.id]))
  const gone = new Set(
    codesIn(fewer).map((code) => {
      const id = byCode.get(code.toLowerCase())
      if (id === undefined || !found.stationIds.has(id))
        throw new CommandFailure(`nothing was changed: station ${code} is not in group "${found.name}"`)
      return id
    }),
  )
  return [...[...found.stationIds].filter((id) => !gone.has(id)), ...codesIn(more)]
}

async function groupOf(db: Database, name: string): Promise<Group> {
  const found = groupNamed(await listGroups(db), name)
  if (!found) throw new CommandFailure(`there is no group "${name}"; see "vertice group list"`)
  return found
}

const codesOf = ({ stationIds }: Group, all: readonly Station[]) =>
  all.filter(({ id }) => stationIds.has(id)).map(({ code }) => code)

const list = listVerb(
  'list groups',
  async ({ db }) => {
    const [groups, all] = await Promise.all([listGroups(db), listStations(db)])
    return groups.map((one) => ({ id: one.id, name: one.name, stations: codesOf(one, all) }))
  },
  { ID: ({ id }) => id, NAME: ({ name }) => name, STATIONS: ({ stations }) => stations.length },
  'no groups yet; create one with "vertice group add NAME --stations CODE,CODE"',
)

const show = verb({
  summary: 'show the stations of a group and what uses it',
  args: ['NAME'],
  flags: asJson,
  run: ({ json }, name) =>
    onFoundation(async ({ db, clock }) => {
      const found = await groupOf(db, name)
      const use = await readGroupUse(db, found.id, clock())
      const facts = { id: found.id, name: found.name, stations: codesOf(found, await listStations(db)), ...use }
      printFacts(json, facts, {
        NAME: facts.name,
        STATIONS: facts.stations.join(', ') || 'none',
        'CREDENTIALS IN FORCE': facts.credentials,
        'PRODUCTS ON SALE': facts.products,
        'UNPAID ORDERS': facts.orders,
        'NETWORK MOUNTPOINTS': facts.mountpoints,
      })
    }),
})

const remove = verb({
  summary: 'remove an unused group; its stations are kept',
  args: ['NAME'],
  run: (_, name) =>
    onFoundation(async ({ db }) => {
      const gone = await removeGroup(commandContext('group remove', { db }), { name })
      console.log(`group "${gone.name}" removed`)
    }),
})

export const command = group(
  { add, set, list, show, remove },
  'A group credential gives access to the mountpoints of its stations, and to the network mountpoint within the group. Every change is recorded in the audit log.',
)
