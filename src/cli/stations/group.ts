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
  onFoundation,
  onNewFoundation,
  printFacts,
  printList,
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
  summary: 'makes a group of stations',
  args: ['NAME'],
  flags: { stations: stations('its stations, by their codes, with commas between them') },
  async run({ stations: said = '' }, name) {
    await onNewFoundation(async ({ db }) => {
      const made = await createGroup(commandContext('group add', { db }), { name, members: codesIn(said) })
      console.log(`group "${made.name}" is made, with ${counted(made)}`)
    })
  },
})

const set = verb({
  summary: 'renames a group, or says which stations are in it',
  more: 'Rovers on a station that leaves the group are disconnected within seconds, and network rovers of the group get another base of it.',
  args: ['NAME'],
  flags: {
    name: text('NEW', 'its new name'),
    stations: stations('these and no others'),
    add: stations('these too'),
    remove: stations('these no more'),
  },
  async run({ name: renamed, stations: all, add: more, remove: fewer }, name) {
    if ([renamed, all, more, fewer].every((said) => said === undefined))
      throw new UsageError('say what to change: --name, --stations, --add or --remove')
    if (all !== undefined && (more !== undefined || fewer !== undefined))
      throw new UsageError('--stations says all of them: it does not go with --add or --remove')
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
  if (!found) throw new CommandFailure(`there is no group "${name}"; "vertice group list" shows them`)
  return found
}

const codesOf = ({ stationIds }: Group, all: readonly Station[]) =>
  all.filter(({ id }) => stationIds.has(id)).map(({ code }) => code)

const list = verb({
  summary: 'shows every group',
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) => {
      const [groups, all] = await Promise.all([listGroups(db), listStations(db)])
      printList(
        json,
        groups.map((one) => ({ id: one.id, name: one.name, stations: codesOf(one, all) })),
        { ID: ({ id }) => id, NAME: ({ name }) => name, STATIONS: ({ stations }) => stations.length },
        'no groups yet: vertice group add NAME --stations CODE,CODE',
      )
    }),
})

const show = verb({
  summary: 'shows the stations of a group, and what uses it',
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
      })
    }),
})

const remove = verb({
  summary: 'removes a group that nothing uses; its stations stay',
  args: ['NAME'],
  run: (_, name) =>
    onFoundation(async ({ db }) => {
      const gone = await removeGroup(commandContext('group remove', { db }), { name })
      console.log(`group "${gone.name}" is removed`)
    }),
})

export const command = group(
  { add, set, list, show, remove },
  'A credential of a group opens the mountpoints of its stations, and the network mountpoint within the group. What these commands do is in the audit log.',
)
