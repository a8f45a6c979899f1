// The parts that make up a state, each with an index, and the cheapest way to read each of them.
import type { CredentialFilter } from '../../../domain/credentials/filter.ts'
import { type Database, plannedEachTime } from '../../kit/database.ts'
import { LIVE, NOTED, REVOKED } from '../states.ts'
import { within } from './conditions.ts'
import { type Frame, type ListValues, PageValues, type Selection } from './values.ts'

export interface Part {
  readonly where: (values: ListValues) => string
  /** `many`: most rows match, so the ids are scanned downwards. `few`: all rows are read and sorted. */
  readonly rows: 'many' | 'few' | 'unknown'
  /** Condition that counts the matching rows of an `unknown` part with an index. */
  readonly counted?: (values: ListValues) => string
}

/** A part with at most this many rows is `few`. */
const FEW = 1_000
/** Scan a part downwards if its newest PROBED rows contain at least ENOUGH matches. */
const PROBED = 300
const ENOUGH = 6
/** Above this many rows, scanning all ids downwards is cheaper, however few match. */
const MOST_SORTED = 20_000

const many = (where: string): Part => ({ where: () => where, rows: 'many' })
const live = many(LIVE)
const noted = many(NOTED)
const revoked = many(REVOKED)
const suspended = many(`${LIVE} and suspended_at is not null`)
const RUNNING = `${LIVE} and suspended_at is null`

/** "starts_at > issued_at" is the condition of the partial index. */
const startsLater = ({ now }: ListValues) => `revoked_at is null and starts_at > issued_at and starts_at > ${now}`
const scheduled: Part = { where: startsLater, rows: 'few' }
const scheduledRunning: Part = {
  where: (values) => `${RUNNING} and starts_at > issued_at and ${values.inView('scheduled')}`,
  rows: 'unknown',
  counted: startsLater,
}

// Credentials whose recorded expiry does not match their state, see states.ts: expired but not recorded yet, or
// recorded by a clock that was set back.
const expiredLive: Part = { where: (values) => `${LIVE} and ${values.inView('expired')}`, rows: 'few' }
const expiredRunning: Part = { where: (values) => `${RUNNING} and ${values.inView('expired')}`, rows: 'few' }
const activeNoted: Part = { where: (values) => `${NOTED} and ${values.inView('active')}`, rows: 'few' }

const statesOf = ({ view, inForce, notRevoked, suspended: isSuspended }: CredentialFilter): readonly Part[] => {
  if (view === 'active' && isSuspended) return [suspended, activeNoted]
  if (view === 'revoked') return [revoked]
  if (view === 'expired') return [noted, expiredLive]
  if (view === 'scheduled') return [scheduled]
  if (view === 'active' && inForce === false) return [suspended, scheduledRunning, activeNoted]
  if (view !== undefined || inForce) return [live, activeNoted]
  if (notRevoked && inForce === undefined) return [live, noted]
  return inForce === false ? [noted, revoked, suspended, scheduledRunning, expiredRunning] : [live, noted, revoked]
}

/** A range of expiry times may match only few rows of a large part. */
export const partsOf = (filter: CredentialFilter): readonly Part[] =>
  statesOf(filter).map((part) => {
    const { expires } = filter
    if (!expires || part.rows !== 'many') return part
    const counted = (values: ListValues) => `${part.where(values)} and ${within(values, 'expires_at', expires)}`
    return { ...part, rows: 'unknown', counted }
  })

/** The parts of unknown size that are cheaper to read completely and sort than to scan by id. */
export async function fewAmong(
  db: Database,
  selection: Selection,
  frame: Frame,
  parts: readonly Part[],
): Promise<ReadonlySet<Part>> {
  const unknown = parts.filter(({ rows }) => rows === 'unknown')
  const count = (asked: readonly Part[], select: (values: PageValues, part: Part) => string) =>
    countEach(db, new PageValues(selection, frame), asked, select)
  const upTo = async (most: number, asked: readonly Part[]) => {
    const counts = await count(asked, (values, part) => {
      return `select from credentials where owner_id = ${values.owner} and ${part.counted!(values)} limit ${most + 1}`
    })
    return asked.filter((_, index) => counts[index]! <= most)
  }
  const fewest = await upTo(FEW, unknown)
  const others = unknown.filter((part) => part !== scheduledRunning && !fewest.includes(part))
  const probed = await count(others, (values, part) => {
    const { owner, above, below } = values
    return `select from (
        select * from credentials where (owner_id, id) < (${owner}, ${below}) and (owner_id, id) > (${owner}, ${above}) and ${part.where(values)}
        order by owner_id desc, id desc limit ${PROBED}
      ) as newest where ${part.counted!(values)}`
  })
  const rare = others.filter((_, index) => probed[index]! < ENOUGH)
  return new Set([...fewest, ...(await upTo(MOST_SORTED, rare))])
}

async function countEach(
  db: Database,
  values: PageValues,
  parts: readonly Part[],
  select: (values: PageValues, part: Part) => string,
): Promise<number[]> {
  if (parts.length === 0) return []
  const counts = parts.map(
    (part) => `select count(*)::int as found from ${values.each(select(values, part), 'counted')}`,
  )
  const found = await db.query<{ found: number }>(plannedEachTime(counts.join(' union all ')), values.values)
  return found.map((row) => row.found)
}
