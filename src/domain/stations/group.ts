// A named group of stations that one credential opens.
import { type Fault, fault } from '../codes/fault.ts'
import { isVisible, withoutInvisible } from '../text/printable.ts'

export interface Group {
  readonly id: number
  readonly name: string
  readonly stationIds: ReadonlySet<number>
}

export const MAX_GROUP_NAME = 60
/** More than any network has stations. */
export const MAX_GROUP_STATIONS = 20_000

/** Does not check whether the name is taken. */
export function groupNameFault(name: string): Fault | null {
  if (name.trim() === '') return fault('empty')
  if (name !== name.trim()) return fault('blank_around')
  if ([...name].length > MAX_GROUP_NAME) return fault('too_long', { most: MAX_GROUP_NAME })
  return isVisible(name) ? null : fault('control_characters')
}

/** True without a group; false in a group that was removed. */
export const isInGroup = (groupId: number | null, stationId: number, groups: ReadonlyMap<number, Group>): boolean =>
  groupId === null || (groups.get(groupId)?.stationIds.has(stationId) ?? false)

/** Nearest valid group name of at most `most` characters; empty if no visible character remains. */
export const nearestGroupName = (wanted: string, most = MAX_GROUP_NAME): string =>
  Array.from(withoutInvisible(wanted.normalize('NFC')).trim())
    .slice(0, most)
    .join('')
    .trimEnd()

/** Names that differ only in case or Unicode composition are the same. */
export const groupKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Uses of a group that prevent its deletion. */
export interface GroupUse {
  /** Active and scheduled credentials. */
  readonly credentials: number
  /** Products on sale. */
  readonly products: number
  readonly orders: number
  /** Network mountpoints that the stations of the group serve. */
  readonly mountpoints: number
}

export const isUsed = ({ credentials, products, orders, mountpoints }: GroupUse): boolean =>
  credentials + products + orders + mountpoints > 0

export function groupNamed(groups: Iterable<Group>, name: string): Group | null {
  const key = groupKey(name)
  for (const group of groups) if (groupKey(group.name) === key) return group
  return null
}
