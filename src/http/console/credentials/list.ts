import type { Static } from 'typebox'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid } from '../../../domain/codes/refusal.ts'
import type { CredentialFilter } from '../../../domain/credentials/filter.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { type CredentialEnd, listByExpiry } from '../../../store/credentials/list/by-expiry.ts'
import {
  type CredentialQuestion,
  countFiltered,
  type MatchPlace,
  matchingPage,
} from '../../../store/credentials/list/matching.ts'
import { listSorted, MOST_SORTED, type SortKey } from '../../../store/credentials/list/sorted.ts'
import { listTroubled } from '../../../store/credentials/list/troubles.ts'
import type { ListedCredential } from '../../../store/credentials/listed.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import type { CredentialFilters } from '../contract/credentials/credentials.ts'
import { cursorOf, cutAt, NOTHING, notACursor, type PageOf, placeIn, scopeWithin } from '../kit/paging.ts'

type Sort = SortKey | 'expires'
export type CredentialWish = Static<typeof CredentialFilters>

const filterOf = ({
  state,
  stationId,
  groupId,
  kind,
  label,
  expires,
  customer,
  test,
  q = '',
}: CredentialWish): CredentialFilter => ({
  ...stateOf(state),
  // The default view hides revoked credentials; a search, a customer's and a label's list include them.
  notRevoked: state === undefined && !label && !customer && q.trim() === '' ? true : undefined,
  stationId,
  groupId,
  kind,
  label,
  endsWithinDays: expires === undefined ? undefined : Number(expires),
  customer: customer?.toLowerCase(),
  test: test === 'true' ? true : undefined,
})

/** States as the list shows them: a suspended credential is not in force. */
function stateOf(state: CredentialWish['state']): Pick<CredentialFilter, 'view' | 'inForce' | 'suspended'> {
  if (state === undefined || state === 'all') return {}
  if (state === 'suspended') return { view: 'active', suspended: true }
  return state === 'in_force' ? { view: state, inForce: true } : { view: state }
}

interface ListServices {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
}

/** Max credentials with a problem that a filter selects. */
const MOST_TROUBLED = 500

/** `null` if the user asks for another owner's credentials, which returns an empty list. */
export async function questionOf(
  { db, now }: Pick<ListServices, 'db' | 'now'>,
  scope: OwnerScope,
  wish: CredentialWish,
): Promise<CredentialQuestion | null> {
  const within = scopeWithin(scope, wish.ownerId)
  if (within === null) return null
  const ids = wish.problem === 'true' ? await listTroubled(db, within, now, MOST_TROUBLED) : undefined
  return { scope: within, filter: { ...filterOf(wish), ids }, q: wish.q ?? '' }
}

const DEFAULT_LIMIT = 50
/** Max credentials with a problem at the top of the list. */
const MOST_ON_TOP = 20

/**
 * Credentials with a problem first, then the newest; or sorted by one column. A search returns matches of the user name
 * first, then of customer and label, then of the station.
 */
export async function findPage(
  services: ListServices,
  scope: OwnerScope,
  wish: CredentialWish & { limit?: number; cursor?: string; sort?: Sort | `-${Sort}` },
  problemsFirst = true,
): Promise<PageOf<ListedCredential>> {
  const { limit = DEFAULT_LIMIT, cursor, sort } = wish
  const question = await questionOf(services, scope, wish)
  if (question === null) return NOTHING
  const isSearch = question.q.trim() !== ''
  if (sort && !isSearch) return sortedPage(services, question, { sort, cursor, limit })
  const hasTop = problemsFirst && cursor === undefined && !isSearch && !wish.expires
  const top = hasTop ? await troubledOf(services, question) : []
  const left = Math.max(1, limit - top.length)
  const { rows, next } = await matchingPage(services, question, cursor === undefined ? null : placeOf(cursor), left)
  const isOnTop = new Set(top.map(({ id }) => id))
  return {
    page: [...top, ...rows.filter(({ id }) => !isOnTop.has(id))],
    nextCursor: next && cursorOf(JSON.stringify(next)),
  }
}

/** The browser leaves these out of later pages. */
async function troubledOf(services: ListServices, question: CredentialQuestion): Promise<readonly ListedCredential[]> {
  const { scope, filter } = question
  if (filter.ids || filter.test) return []
  const ids = await listTroubled(services.db, scope, services.now, MOST_ON_TOP)
  if (ids.length === 0) return []
  return (await matchingPage(services, { ...question, filter: { ...filter, ids } }, null, ids.length)).rows
}

async function sortedPage(
  { db, now }: ListServices,
  question: CredentialQuestion,
  { sort, cursor, limit }: { sort: string; cursor: string | undefined; limit: number },
): Promise<PageOf<ListedCredential>> {
  const selection = { ...question, now }
  const [key, down] = [sort.replace(/^-/, '') as Sort, sort.startsWith('-')]
  if (key === 'expires')
    return cutAt(await listByExpiry(db, selection, { down, after: endIn(cursor), limit: limit + 1 }), limit, endPlace)
  if (!cursor && (await countFiltered(db, selection, MOST_SORTED)).count > MOST_SORTED)
    throw invalid(wrong(['sort'], 'too_many', { most: MOST_SORTED }))
  const [digits] = placeIn(cursor, /^sorted:(\d{1,5})$/) ?? []
  const offset = Number(digits ?? 0)
  const rows = await listSorted(db, selection, { key, down, offset, limit: limit + 1 })
  return cutAt(rows, limit, () => `sorted:${offset + limit}`)
}

export async function* allPages(
  services: ListServices,
  scope: OwnerScope,
  wish: CredentialWish,
  limit = 1_000,
): AsyncGenerator<readonly ListedCredential[]> {
  let cursor: string | null | undefined
  do {
    const page = { ...wish, limit, ...(cursor && { cursor }) }
    const found: PageOf<ListedCredential> = await findPage(services, scope, page, false)
    yield found.page
    cursor = found.nextCursor
  } while (cursor)
}

const endPlace = ({ expiresAt, id }: ListedCredential): string => `ends:${expiresAt.toISOString()}:${id}`

function endIn(cursor: string | undefined): CredentialEnd | null {
  const [time, id] = placeIn(cursor, /^ends:([-+\d]+T[\d:.]+Z):([1-9]\d{0,15})$/) ?? []
  if (time === undefined) return null
  const expiresAt = new Date(time)
  if (Number.isNaN(expiresAt.getTime())) throw notACursor()
  return { expiresAt, id: Number(id) }
}

function placeOf(cursor: string): MatchPlace {
  try {
    const place = JSON.parse(placeIn(cursor, /^(.*)$/s)[0]!)
    if (isPlace(place)) return place
  } catch {
    // not a cursor of this list
  }
  throw notACursor()
}

function isPlace(value: unknown): value is MatchPlace {
  const place = (value ?? {}) as Record<string, unknown>
  const isText = (name: string) => typeof place[name] === 'string' && !place[name].includes('\0')
  const isNumber = (name: string) => Number.isSafeInteger(place[name])
  if (place.by === 'user') return isText('username')
  if (place.by === 'name') return ['word', 'name'].every(isText) && ['ownerId', 'field', 'id'].every(isNumber)
  if (place.by === 'end') return ['at', 'id'].every(isNumber) && Math.abs(place.at as number) <= 8.64e15
  return (place.by === 'station' || place.by === 'group' || place.by === 'id') && isNumber('id')
}
