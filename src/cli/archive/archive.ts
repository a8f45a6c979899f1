import { setArchiveBudget } from '../../actions/archive/budget.ts'
import { type ArchiveBudget, BUDGET_RANGES } from '../../domain/archive/budget.ts'
import { commandContext, group, onFoundation, printFacts, text, UsageError, verb } from '../kit/command.ts'
import { daily } from './daily.ts'
import { importFiles } from './import.ts'
import { budgetLines } from './limits.ts'
import { remove } from './remove.ts'
import { replay } from './replay.ts'
import { show } from './show.ts'
import { verify } from './verify.ts'

const NONE = 'none'
const GB = 1e9

const limit = (shape: string, help: string) => text(shape, `${help}; "${NONE}" removes the limit`)

const set = verb({
  summary: 'change how much the archive keeps',
  more: 'The oldest files are deleted first. Files beyond a lower limit are deleted within ten minutes.',
  flags: {
    'raw-days': limit('DAYS', 'days of recorded data'),
    'raw-gb': limit('GB', 'size of recorded data in GB (1000 MB)'),
    'daily-days': limit('DAYS', 'days of daily files'),
    'daily-gb': limit('GB', 'size of daily files in GB'),
  },
  async run(given) {
    const change: Partial<ArchiveBudget> = {
      ...inDays('rawDays', '--raw-days', given['raw-days']),
      ...inBytes('rawBytes', '--raw-gb', given['raw-gb']),
      ...inDays('dailyDays', '--daily-days', given['daily-days']),
      ...inBytes('dailyBytes', '--daily-gb', given['daily-gb']),
    }
    if (Object.keys(change).length === 0) throw new UsageError('name at least one limit; see --help')
    await onFoundation(async ({ db }) => {
      const budget = await setArchiveBudget(commandContext('archive set', { db }), change)
      const { raw, daily } = budgetLines(budget)
      printFacts(false, budget, { 'recorded data': raw, 'daily files': daily })
    })
  },
})

function inDays<Name extends keyof ArchiveBudget>(name: Name, flag: string, said: string | undefined) {
  if (said === undefined) return {}
  if (said === NONE) return { [name]: null }
  const { least, most } = BUDGET_RANGES.days
  const days = Number(said)
  if (!Number.isInteger(days) || days < least || days > most)
    throw new UsageError(`${flag}: expected a whole number from ${least} to ${most} or "${NONE}", got "${said}"`)
  return { [name]: days }
}

function inBytes<Name extends keyof ArchiveBudget>(name: Name, flag: string, said: string | undefined) {
  if (said === undefined) return {}
  if (said === NONE) return { [name]: null }
  const bytes = said.trim() === '' ? Number.NaN : Math.round(Number(said) * GB)
  if (!(bytes >= 0 && bytes <= BUDGET_RANGES.bytes.most))
    throw new UsageError(`${flag}: expected a size in GB such as 20 or 0.5, or "${NONE}", got "${said}"`)
  return { [name]: bytes }
}

export const command = group(
  { show, set, daily, verify, import: importFiles, replay, remove },
  'Every change is recorded in the audit log.',
)
