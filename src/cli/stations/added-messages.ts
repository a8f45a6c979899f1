// Options of "vertice mountpoint" for messages that the station does not send.
import type { AddedMessagesInput } from '../../domain/network/mountpoints/added-messages.ts'
import { ADDABLE_MESSAGES } from '../../domain/network/mountpoints/alteration.ts'
import { decimal, text, UsageError, yesOrNo } from '../kit/command.ts'

export const ADDED_FLAGS = {
  add: text('NUMBERS', `add these messages if the station does not send them: ${ADDABLE_MESSAGES.join(', ')}`),
  'add-every': decimal('SECONDS', 'how often to send them (default: 10)'),
  replace: yesOrNo('yes: send them instead of the own messages of the station'),
  position: text('X,Y,Z', 'position of the antenna for 1005 and 1006, in metres, Earth-centred'),
  text: text('TEXT', 'announcement for 1029, at most 127 characters'),
}
type Given = { readonly [Name in keyof typeof ADDED_FLAGS]?: string | number | boolean | undefined }
type Added = AddedMessagesInput | null | undefined

const FLAG_OF: Readonly<Record<string, string>> = {
  ...{ types: '--add', everySeconds: '--add-every', replaces: '--replace', position: '--position', text: '--text' },
}

export const addedFlag = (field: string | number | undefined) => FLAG_OF[String(field)] ?? '--add'

/** Options that are not given keep their value. */
export function addedIn(given: Given, known: Added): Added {
  const { add, 'add-every': every, replace, position, text: announcement } = given
  if (add === 'none') return null
  const types = add === undefined ? known?.types : numbersIn(add)
  if (types === undefined) {
    const [unused] = Object.entries({ 'add-every': every, replace, position, text: announcement }).find(
      ([, value]) => value !== undefined,
    ) ?? [null]
    if (unused !== null) throw new UsageError(`--${unused} needs --add`)
    return known
  }
  return {
    types,
    everySeconds: every === undefined ? known?.everySeconds : Number(every),
    replaces: replace === undefined ? known?.replaces : replace === true,
    position: position === undefined ? known?.position : position === 'none' ? null : numbersIn(position),
    text: announcement === undefined ? known?.text : announcement === 'none' ? null : String(announcement),
  }
}

const numbersIn = (list: string | number | boolean): number[] => String(list).split(',').map(Number)
