// Groups of stations. Changes apply to their credentials immediately, on every node.
import { type Fault, type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid, invalid, Refusal } from '../../domain/codes/refusal.ts'
import {
  type Group,
  groupKey,
  groupNamed,
  groupNameFault,
  isUsed,
  MAX_GROUP_STATIONS,
} from '../../domain/stations/group.ts'
import type { Database } from '../../store/kit/database.ts'
import {
  deleteGroup,
  insertGroup,
  listGroups,
  lockGroup,
  readGroupUse,
  renameGroup,
  setMembers,
} from '../../store/stations/groups.ts'
import { listStations, lockStations } from '../../store/stations/rows.ts'
import { type ActionContext, record } from '../context.ts'

/** By id, or by name, case-insensitive. */
export type GroupRef = { readonly id: number } | { readonly name: string }

/** Station ids, or codes, case-insensitive. */
export type Members = readonly (number | string)[]

export interface GroupWish {
  readonly name?: string | undefined
  readonly members?: Members | undefined
}

export function createGroup(
  context: ActionContext,
  { name, members = [] }: GroupWish & { name: string },
): Promise<Group> {
  return context.db.transaction(async (tx) => {
    const groups = await lockGroups(tx)
    const named = newName(groups, name)
    const { stationIds, codes } = await membersOf(tx, members, new Set())
    const id = await insertGroup(tx, named, context.now)
    await setMembers(tx, id, stationIds)
    const subject = { kind: 'group', id } as const
    await record(tx, context, { action: 'group.created', subject, details: { name: named, stations: told(codes) } })
    return { id, name: named, stationIds: new Set(stationIds) }
  })
}

/** Undefined fields stay unchanged. Writes no audit entry if nothing differs. */
export function changeGroup(context: ActionContext, which: GroupRef, wish: GroupWish): Promise<Group> {
  return context.db.transaction(async (tx) => {
    const groups = await lockGroups(tx)
    const found = groupOf(groups, which)
    const others = groups.filter(({ id }) => id !== found.id)
    const name = wish.name === undefined ? found.name : newName(others, wish.name)
    const wanted = wish.members && (await membersOf(tx, wish.members, found.stationIds))
    const stationIds = wanted ? new Set(wanted.stationIds) : found.stationIds
    const isOther = stationIds.symmetricDifference(found.stationIds).size > 0
    if (name === found.name && !isOther) return found
    if (name !== found.name) await renameGroup(tx, found.id, name)
    if (isOther) await setMembers(tx, found.id, [...stationIds])
    const details = {
      name: found.name,
      ...(name !== found.name && { to: name }),
      ...(wanted && isOther && { stations: told(wanted.codes) }),
    }
    await record(tx, context, { action: 'group.changed', subject: { kind: 'group', id: found.id }, details })
    return { id: found.id, name, stationIds }
  })
}

/** Rejects a group that credentials, products or orders use. */
export function removeGroup(context: ActionContext, which: GroupRef): Promise<Group> {
  return context.db.transaction(async (tx) => {
    const found = groupOf(await lockGroups(tx), which)
    const { id, name } = found
    // Actions that write a use of the group lock it, so the count below is complete (credentials/request/access.ts).
    await lockGroup(tx, id)
    const use = await readGroupUse(tx, id, context.now)
    if (isUsed(use)) throw new Refusal('group_in_use', { name, ...use })
    await deleteGroup(tx, id)
    await record(tx, context, { action: 'group.removed', subject: { kind: 'group', id }, details: { name } })
    return found
  })
}

/** Locks groups and stations until the end of the transaction. */
async function lockGroups(tx: Database): Promise<Group[]> {
  await lockStations(tx)
  return listGroups(tx)
}

function groupOf(groups: readonly Group[], which: GroupRef): Group {
  const found = 'id' in which ? groups.find(({ id }) => id === which.id) : groupNamed(groups, which.name)
  if (!found) throw new Refusal('group_not_found', 'name' in which ? which : {})
  return found
}

function newName(others: readonly Group[], given: string): string {
  const name = given.normalize('NFC')
  const found: Fault | null = groupNameFault(name)
  if (found) throw invalid({ path: ['name'], ...found })
  const taken = others.find((group) => groupKey(group.name) === groupKey(name))
  if (taken)
    throw new Refusal('group_exists', { name: taken.name }, [wrong(['name'], 'group_exists', { name: taken.name })])
  return name
}

/** Archived stations may stay members, so that credentials open them again once restored, but cannot be added. */
async function membersOf(tx: Database, members: Members, has: ReadonlySet<number>) {
  if (members.length > MAX_GROUP_STATIONS) throw invalid(wrong(['members'], 'too_many', { most: MAX_GROUP_STATIONS }))
  const stations = await listStations(tx)
  const byId = new Map(stations.map((station) => [station.id, station]))
  const byCode = new Map(stations.map((station) => [station.code.toLowerCase(), station]))
  const faults: FieldFault[] = []
  const codes = new Map<number, string>()
  for (const [index, member] of members.entries()) {
    const station = typeof member === 'number' ? byId.get(member) : byCode.get(member.toLowerCase())
    if (station && (!station.archived || has.has(station.id))) codes.set(station.id, station.code)
    else faults.push(wrong(['members', index], 'unknown_member', { code: String(member) }))
  }
  if (faults.length > 0) throw allInvalid(faults.slice(0, MOST_TOLD), Math.max(0, faults.length - MOST_TOLD))
  return { stationIds: [...codes.keys()], codes: [...codes.values()] }
}

const MOST_TOLD = 100

/** Limits the codes in an audit entry; a group can have ten thousand. */
const told = (codes: readonly string[]) =>
  codes.length > MOST_TOLD ? [...codes.slice(0, MOST_TOLD), `… ${codes.length}`] : codes
