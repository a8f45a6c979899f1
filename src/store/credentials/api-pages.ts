// Credentials as the API lists them: of one owner, newest first, those that are wished for.
//
// Every wish alone is the beginning of some range of an index, so that a page costs the same among a thousand rows and among a million.
// Of several, one gives the range and the others are checked row by row.
import type { CredentialWishes } from '../../domain/credentials/wishes.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import type { PageRequest } from '../kit/listing.ts'
import { branchByWord, rarestWord } from './by-words.ts'
import { idsIssuedIn } from './issue-times.ts'
import { COLUMNS, LIVE, NOTED, REVOKED, type StoredCredential } from './rows.ts'
import { LIVING } from './use.ts'
import { conditionsOf, type PageFrame, PageValues, within } from './wishes.ts'

/** Newest first by id. */
export async function listCredentials(
  db: Database,
  ownerId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: PageRequest,
  wishes: CredentialWishes,
  now: Date,
): Promise<StoredCredential[]> {
  if (wishes.inForce && wishes.state !== undefined && wishes.state !== 'active') return []
  const rarest = wishes.words ? await rarestWord(db, ownerId, wishes.words) : 'many'
  if (rarest === 'none') return []
  const issued = wishes.issued ? await idsIssuedIn(db, ownerId, wishes.issued) : { above: 0, below: before }
  const frame = { ownerId, above: issued.above, below: Math.min(before, issued.below), limit, now }
  const values = new PageValues(frame)
  const branches =
    namedBranch(values, wishes) ??
    (rarest === 'many' ? null : [wordBranch(values, wishes, rarest.word)]) ??
    sharedBranch(values, wishes) ??
    (await stateBranches(db, frame, values, wishes))
  // In the order of the branches, which so are read no further than the page needs.
  const text = `select * from (${branches.join(' union all ')}) as page order by "ownerId" desc, id desc limit ${values.count}`
  return db.query<StoredCredential>(plannedEachTime(text), values.values)
}

const SELECT = `select ${COLUMNS} from credentials where`

/** In the order of an index that begins with the owner, then perhaps `column`, and ends with the id. Ordered by all of them: only that one
 * gives the order (the primary key, which would walk past everybody's rows, does not). */
const ordered = ({ owner, above, below, count }: PageValues, column: string, wanted: string) =>
  `(${SELECT} owner_id = ${owner} and id < ${below} and id > ${above} and ${wanted} order by owner_id desc, ${column} desc, id desc limit ${count})`

const walked = ({ owner, above, below, count }: PageValues, wanted: string) =>
  `(${SELECT} (owner_id, id) < (${owner}, ${below}) and (owner_id, id) > (${owner}, ${above}) and ${wanted}
    order by owner_id desc, id desc limit ${count})`

/** All of them are looked at, because they are few; if an index has all that is asked, only there. "+ 0" keeps the planner from walking
 * down all ids for them. */
const few = ({ owner, above, below, count }: PageValues, wanted: string) =>
  `(${SELECT} id in (
      select id from credentials where owner_id = ${owner} and id + 0 < ${below} and id + 0 > ${above} and ${wanted} order by id + 0 desc limit ${count}
    ) order by owner_id desc, id desc)`

/** By what one credential has, or one customer's. */
function namedBranch(values: PageValues, wishes: CredentialWishes): string[] | null {
  const wanted = () => conditionsOf(values, wishes)
  if (wishes.reference !== undefined || wishes.username !== undefined) return [few(values, wanted())]
  if (wishes.customerEmail !== undefined) return [ordered(values, 'customer_email', wanted())]
  return null
}

function wordBranch(values: PageValues, wishes: CredentialWishes, word: string): string {
  const words = wishes.words!.filter((other) => other !== word)
  return branchByWord(values, word, conditionsOf(values, { ...wishes, words: words.length > 0 ? words : undefined }))
}

/** By what many have. */
function sharedBranch(values: PageValues, wishes: CredentialWishes): string[] | null {
  const wanted = () => conditionsOf(values, wishes)
  if (wishes.label !== undefined) return [ordered(values, 'label', wanted())]
  if (wishes.connected) return [connectedBranch(values, conditionsOf(values, wishes, ['connected']))]
  if (wishes.groupId !== undefined) return [ordered(values, 'group_id', wanted())]
  if (wishes.stationId !== undefined || wishes.kind === 'network') return [ordered(values, 'station_id', wanted())]
  if (wishes.kind === 'base') return [walked(values, wanted())]
  return null
}

/** From the open sessions of all owners, in the order of their credentials: there are thousands, never millions. */
const connectedBranch = ({ owner, above, below, count }: PageValues, wanted: string) =>
  `(select found.* from (
      select distinct credential_id from sessions
      where ended_at is null and credential_id < ${below} and credential_id > ${above} and (node || '') = any (${LIVING})
      order by credential_id desc offset 0
    ) as open cross join lateral (
      ${SELECT} id = open.credential_id and owner_id + 0 = ${owner} and ${wanted} offset 0
    ) as found order by open.credential_id desc limit ${count})`

/** Some of an owner's credentials that have an index, or several, of their own. */
interface Part {
  readonly where: (values: PageValues) => string
  /** Of the many most are wanted: they are walked down. The few are all looked at. */
  readonly rows: 'many' | 'few' | 'unknown'
  /** What there may be few of, as an index has it. */
  readonly counted?: (values: PageValues) => string
}

/** If there are no more than so many, they are few. */
const FEW = 1_000
/** Of so many that are walked down, so many wanted ones are enough to go on. */
const PROBED = 300
const ENOUGH = 6
/** Beyond this it is cheaper to walk down all ids, however seldom one is wanted. */
const MOST_SORTED = 20_000

const many = (where: string): Part => ({ where: () => where, rows: 'many' })
const live = many(LIVE)
const noted = many(NOTED)
const revoked = many(REVOKED)
const suspended = many(`${LIVE} and suspended_at is not null`)
const RUNNING = `${LIVE} and suspended_at is null`
const scheduled: Part = {
  where: ({ now }) => `${RUNNING} and expires_at > ${now} and starts_at > issued_at and starts_at > ${now}`,
  rows: 'unknown',
  counted: ({ now }) => `revoked_at is null and starts_at > issued_at and starts_at > ${now}`,
}
// What the noted ends do not tell: see LIVE in `rows.ts`.
const notNoted: Part = { where: ({ now }) => `${LIVE} and expires_at <= ${now}`, rows: 'few' }
const notNotedRunning: Part = { where: ({ now }) => `${RUNNING} and expires_at <= ${now}`, rows: 'few' }
const notOver: Part = { where: ({ now }) => `${NOTED} and expires_at > ${now}`, rows: 'few' }

function partsOf({ state, inForce }: CredentialWishes): readonly Part[] {
  if (state === 'revoked') return [revoked]
  if (state === 'expired') return [noted, notNoted]
  if (state === 'active' && inForce === false) return [suspended, scheduled, notOver]
  if (state === 'active' || inForce) return [live, notOver]
  return inForce === false ? [noted, revoked, suspended, scheduled, notNotedRunning] : [live, noted, revoked]
}

async function stateBranches(
  db: Database,
  frame: PageFrame,
  values: PageValues,
  wishes: CredentialWishes,
): Promise<string[]> {
  const parts = partsOf(wishes).map((part): Part => {
    if (!wishes.expires || part.rows !== 'many') return part
    return {
      ...part,
      rows: 'unknown',
      counted: (own) => `${part.where(own)} and ${within(own, 'expires_at', wishes.expires!)}`,
    }
  })
  const sparse = await sparseAmong(db, frame, parts)
  const wanted = conditionsOf(values, wishes)
  return parts.map((part) => {
    const isFew = part.rows === 'few' || sparse.has(part)
    return (isFew ? few : walked)(values, `${part.where(values)} and ${wanted}`)
  })
}

/** Of those that are not known to be many or few: where looking at all of them is cheaper than walking down the ids. */
async function sparseAmong(db: Database, frame: PageFrame, parts: readonly Part[]): Promise<ReadonlySet<Part>> {
  const unknown = parts.filter(({ rows }) => rows === 'unknown')
  const upTo = async (most: number, asked: readonly Part[]) => {
    const counts = await countEach(db, frame, asked, (values, part) => {
      return `select from credentials where owner_id = ${values.owner} and ${part.counted!(values)} limit ${most + 1}`
    })
    return asked.filter((_, index) => counts[index]! <= most)
  }
  const fewest = await upTo(FEW, unknown)
  const others = unknown.filter((part) => part !== scheduled && !fewest.includes(part))
  const probed = await countEach(db, frame, others, (values, part) => {
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
  frame: PageFrame,
  parts: readonly Part[],
  select: (values: PageValues, part: Part) => string,
): Promise<number[]> {
  if (parts.length === 0) return []
  const values = new PageValues(frame)
  const counts = parts.map((part) => `select count(*)::int as found from (${select(values, part)}) as counted`)
  const found = await db.query<{ found: number }>(plannedEachTime(counts.join(' union all ')), values.values)
  return found.map((row) => row.found)
}
