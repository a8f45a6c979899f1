import { UsageError } from './failures.ts'

/** An ID as the command `lister` shows it. */
export function idIn(written: string, lister: string): number {
  if (!/^[1-9]\d{0,9}$/.test(written)) throw new UsageError(`ID must be the number that "vertice ${lister}" shows`)
  return Number(written)
}
