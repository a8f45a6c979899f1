// Stations under a name, to be opened by one credential.
import { type Fault, fault } from '../codes/fault.ts'
import { isVisible, withoutInvisible } from '../text/printable.ts'

export interface Group {
  readonly id: number
  readonly name: string
  readonly stationIds: ReadonlySet<number>
}

export const MAX_GROUP_NAME = 60
/** As many as a network has stations, and some more. */
export const MAX_GROUP_STATIONS = 20_000

/** What is wrong with a name; whether another group has it is not asked here. */
export function groupNameFault(name: string): Fault | null {
  if (name.trim() === '') return fault('empty')
  if (name !== name.trim()) return fault('blank_around')
  if ([...name].length > MAX_GROUP_NAME) return fault('too_long', { most: MAX_GROUP_NAME })
  return isVisible(name) ? null : fault('control_characters')
}

/** The nearest to it that a group may be called, so long at most; empty: nothing of it can be seen. */
export const nearestGroupName = (wanted: string, most = MAX_GROUP_NAME): string =>
  Array.from(withoutInvisible(wanted.normalize('NFC')).trim())
    .slice(0, most)
    .join('')
    .trimEnd()

/** The same letters in another case, or put together otherwise, are the same name. */
export const groupKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** What uses a group, and would be left with nothing. */
export interface GroupUse {
  /** That have neither ended nor been revoked, scheduled ones too. */
  readonly credentials: number
  /** That are sold. */
  readonly products: number
  /** That nobody has paid yet. */
  readonly orders: number
}

export const isUsed = ({ credentials, products, orders }: GroupUse): boolean => credentials + products + orders > 0

export function groupNamed(groups: Iterable<Group>, name: string): Group | null {
  const key = groupKey(name)
  for (const group of groups) if (groupKey(group.name) === key) return group
  return null
}
