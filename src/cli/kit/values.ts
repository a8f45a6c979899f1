import { isEmailAddress } from '../../domain/text/email-address.ts'
import { UsageError } from './failures.ts'
import { type Flag, text } from './flags.ts'

export const email = (help: string): Flag<string | undefined> => ({
  ...text('ADDRESS', help),
  read: (said, name) => (said === undefined ? undefined : emailIn(said, name)),
})

export function emailIn(said: string, name: string): string {
  if (isEmailAddress(said.trim())) return said.trim()
  throw new UsageError(`${name}: expected an address such as ana@example.mx, got "${said}"`)
}

/** An ID as the command `lister` shows it. */
export function idIn(written: string, lister: string): number {
  if (!/^[1-9]\d{0,9}$/.test(written)) throw new UsageError(`ID must be the number that "vertice ${lister}" shows`)
  return Number(written)
}
