// How a mountpoint alters its streams, as typed in its form.
import type { Mountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { toNumber } from '../../../parts/text/typed-number.ts'
import { addedIn, addedValuesOf } from './added-values.ts'

type Alteration = Mountpoint['alteration']

/** `alteration` is `null` for a new mountpoint. */
export const alterationValuesOf = (alteration: Alteration | null) => ({
  form: alteration?.form ?? ('as_is' as Alteration['form']),
  constellations: [...(alteration?.constellations ?? [])] as string[],
  everySeconds: (alteration?.everySeconds ?? '') as number | string,
  rule: (alteration?.messages?.rule ?? 'all') as 'all' | 'keep' | 'drop',
  types: alteration?.messages?.types.join(', ') ?? '',
  frame: alteration?.announced?.frame ?? '',
  epoch: String(alteration?.announced?.epoch ?? ''),
  ...addedValuesOf(alteration),
})
export type AlterationValues = ReturnType<typeof alterationValuesOf>

export function alterationIn(values: AlterationValues) {
  const { form, constellations, everySeconds, rule, types, frame, epoch } = values
  return {
    form,
    constellations: constellations.length === 0 ? null : constellations,
    everySeconds: everySeconds === '' ? null : Number(everySeconds),
    messages: rule === 'all' ? null : { rule, types: numbersIn(types) },
    announced: frame === '' ? null : { frame, epoch: epochIn(epoch) },
    ...addedIn(values),
  }
}

/** The fields of `now` that differ from `was`: sending only these keeps the changes of other users. */
export const changedFields = <Fields extends object>(was: Fields, now: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field as keyof Fields]),
    ),
  ) as Partial<Fields>

/** The service rejects text that is not a number. */
const epochIn = (text: string) => (text.trim() === '' ? null : (toNumber(text) as number))

/** Text that is not a number is sent as 0, which the service rejects with a reason. */
const numbersIn = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0))
