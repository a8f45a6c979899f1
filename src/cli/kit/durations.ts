import { UsageError } from './failures.ts'
import { whole } from './flags.ts'

const UNITS = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const
const MOST = 1_000_000_000

const unit = (name: string) => whole('N', `validity in ${name}`, { from: 0, to: MOST })

/** Values add up: --days 1 --hours 12. */
export const duration = {
  days: unit('days'),
  hours: unit('hours'),
  minutes: unit('minutes'),
  seconds: unit('seconds'),
}

type Said = { readonly [Unit in keyof typeof UNITS]: number | undefined }

export function secondsOf(said: Said, least: number, most: number): number {
  const parts = Object.entries(UNITS).flatMap(([name, seconds]) => {
    const count = said[name as keyof Said]
    return count === undefined ? [] : [count * seconds]
  })
  if (parts.length === 0)
    throw new UsageError('set the validity with --days, --hours, --minutes or --seconds; see --help')
  const sum = parts.reduce((a, b) => a + b, 0)
  if (sum >= least && sum <= most) return sum
  throw new UsageError(`validity: expected ${least} to ${most} seconds (${most / UNITS.days} days), got ${sum}`)
}
