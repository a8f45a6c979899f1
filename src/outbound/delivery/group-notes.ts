import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import type { OtherMountpoint } from '../../domain/delivery/other-mountpoints.ts'
import type { Language } from '../../domain/people/user.ts'
import type { Words } from './words/es.ts'
import { datumIn, wordsOf } from './words/words.ts'

/** Name of the source of corrections if no station is chosen. */
export const networkText = ({ group }: Pick<CustomerDelivery, 'group'>, words: Words): string =>
  group ? words.stationsOf(group.name) : words.networkMountpoint

/** Further mountpoints of a credential for a group of stations. */
export const groupNotes = ({ group }: Pick<CustomerDelivery, 'group'>, words: Words): string[] =>
  group && group.mountpoints.length > 0 ? [words.groupOpens(group.name, group.mountpoints.join(', '), group.more)] : []

/** What distinguishes the mountpoint from others: its frame, and the form of its observations. */
export function differenceOf({ datum, form }: Omit<OtherMountpoint, 'name'>, language: Language): string {
  const { forms } = wordsOf(language).recipes
  return form === 'as_is' ? datumIn(datum, language) : `${datumIn(datum, language)}; ${forms[form]}`
}

/** Mountpoints that the customer can choose instead, for the sheet. */
export function otherNotes(
  { others, mountpoint }: Pick<CustomerDelivery, 'others' | 'mountpoint'>,
  language: Language,
) {
  if (others.named.length === 0) return []
  const words = wordsOf(language)
  const named = others.named.map((one) => `${one.name} (${differenceOf(one, language)})`).join(', ')
  const more = others.more > 0 ? ` ${words.othersMore(others.more)}` : ''
  return [`${words.others}: ${named}${more}. ${words.othersMean(mountpoint)}`]
}
