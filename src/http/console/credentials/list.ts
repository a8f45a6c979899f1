import type { Static } from 'typebox'
import type { CredentialFilter } from '../../../domain/credentials/filter.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { type CredentialEnd, listByExpiry } from '../../../store/credentials/list/by-expiry.ts'
import { type CredentialQuestion, type MatchPlace, matchingPage } from '../../../store/credentials/list/matching.ts'
import type { ListedCredential } from '../../../store/credentials/listed.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import type { CredentialFilters } from '../contract/credentials/credentials.ts'
import { cursorOf, cutAt, NOTHING, notACursor, type PageOf, placeIn, scopeWithin } from '../kit/paging.ts'

type ExpiryOrder = 'expires' | '-expires'
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
}: CredentialWish): CredentialFilter => ({
  view: state,
  stationId,
  groupId,
  kind,
  label,
  endsWithinDays: expires === undefined ? undefined : Number(expires),
  customer: customer?.toLowerCase(),
  test: test === 'true' ? true : undefined,
})

/** `null` if the user asks for another owner's credentials, which returns an empty list. */
export function questionOf(scope: OwnerScope, wish: CredentialWish): CredentialQuestion | null {
  const within = scopeWithin(scope, wish.ownerId)
  return within === null ? null : { scope: within, filter: filterOf(wish), q: wish.q ?? '' }
}

interface ListServices {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
}

const DEFAULT_LIMIT = 50

/**
 * Newest first, or by expiry. A search returns matches of the user name first, then of customer and label, then of the
 * station.
 */
export async function findPage(
  services: ListServices,
  scope: OwnerScope,
  wish: CredentialWish & { limit?: number; cursor?: string; sort?: ExpiryOrder },
): Promise<PageOf<ListedCredential>> {
  const { limit = DEFAULT_LIMIT, cursor, sort } = wish
  const question = questionOf(scope, wish)
  if (question === null) return NOTHING
  if (sort && question.q.trim() === '') {
    const order = { down: sort === '-expires', after: endIn(cursor), limit: limit + 1 }
    const selection = { ...question, now: services.now }
    return cutAt(await listByExpiry(services.db, selection, order), limit, endPlace)
  }
  const { rows, next } = await matchingPage(services, question, cursor === undefined ? null : placeOf(cursor), limit)
  return { page: rows, nextCursor: next && cursorOf(JSON.stringify(next)) }
}

export async function* allPages(
  services: ListServices,
  scope: OwnerScope,
  wish: CredentialWish,
  limit = 1_000,
): AsyncGenerator<readonly ListedCredential[]> {
  let cursor: string | null | undefined
  do {
    const found: PageOf<ListedCredential> = await findPage(services, scope, {
      ...wish,
      limit,
      ...(cursor && { cursor }),
    })
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
