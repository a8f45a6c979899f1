import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import type { Words } from './words/es.ts'

/** Name of the source of corrections if no station is chosen. */
export const networkText = ({ group }: Pick<CustomerDelivery, 'group'>, words: Words): string =>
  group ? words.stationsOf(group.name) : words.networkMountpoint

/** Further mountpoints of a credential for a group of stations. */
export const groupNotes = ({ group }: Pick<CustomerDelivery, 'group'>, words: Words): string[] =>
  group && group.mountpoints.length > 0 ? [words.groupOpens(group.name, group.mountpoints.join(', '), group.more)] : []
