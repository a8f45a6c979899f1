import type { CustomerDelivery } from '../domain/delivery/delivery.ts'
import type { Words } from './words/es.ts'

/** Whose corrections come where no station is chosen. */
export const networkText = ({ group }: Pick<CustomerDelivery, 'group'>, words: Words): string =>
  group ? words.stationsOf(group.name) : words.networkMountpoint

/** Of a credential that opens a group of stations: what else can be typed. */
export const groupNotes = ({ group }: Pick<CustomerDelivery, 'group'>, words: Words): string[] =>
  group && group.mountpoints.length > 0 ? [words.groupOpens(group.name, group.mountpoints.join(', '), group.more)] : []
