// Which credentials are wanted: the filters and the search of a list, its cursor, and the pages themselves.
import type { Static } from 'typebox'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { folded, searchWords } from '../../domain/text/search-words.ts'
import { mapInTurns } from '../../running/turns.ts'
import type { CredentialFilter, ListedCredential } from '../../store/credentials/listed.ts'
import { listCredentialPage } from '../../store/credentials/pages.ts'
import { type CredentialSearch, type SearchPlace, searchCredentials } from '../../store/credentials/search.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import type { CredentialFilters } from '../contract/credentials.ts'
import { cursorOf, NOTHING, newestPage, notACursor, type PageOf, placeIn, scopeWithin } from '../lists/paging.ts'

export type CredentialWish = Static<typeof CredentialFilters>

export const filterOf = ({ state, stationId, kind, label }: CredentialWish): CredentialFilter => ({
  view: state,
  stationId,
  kind,
  label,
})

interface ListServices {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
}

const DEFAULT_LIMIT = 50

/** Newest first; of a search, what matches the user name, then customer and label, then the station. */
export async function findPage(
  services: ListServices,
  scope: OwnerScope,
  wish: CredentialWish & { limit?: number; cursor?: string },
): Promise<PageOf<ListedCredential>> {
  const { db, book, now } = services
  const { ownerId, limit = DEFAULT_LIMIT, cursor } = wish
  const within = scopeWithin(scope, ownerId)
  if (within === null) return NOTHING
  const filter = filterOf(wish)
  const search = await searchOf(wish, book)
  // Signs that no word is made of find nothing, rather than everything.
  if (search?.words.length === 0) return NOTHING
  if (search) {
    const question = { scope: within, filter, search, now }
    const { rows, next } = await searchCredentials(db, question, cursor === undefined ? null : placeOf(cursor), limit)
    return { page: rows, nextCursor: next && cursorOf(JSON.stringify(next)) }
  }
  return newestPage({ limit, cursor }, (wanted) => listCredentialPage(db, within, filter, wanted, now))
}

/** As many as there are, for an export. */
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

const USERNAME = /^[a-z0-9]{3,}$/
const MOST_STATIONS = 50

/** Null: nothing is looked for. */
async function searchOf({ q = '' }: CredentialWish, book: StationBook): Promise<CredentialSearch | null> {
  if (q.trim() === '') return null
  const words = searchWords(q)
  const [first] = words
  const username = words.length === 1 && USERNAME.test(first!) ? first! : null
  return { username, words, stationIds: await stationsCalled(folded(q.trim()), book) }
}

async function stationsCalled(beginning: string, { byId }: StationBook): Promise<number[]> {
  const ids = await mapInTurns([...byId.values()], ({ id, code, name, mountpoint }) =>
    [code, name, mountpoint].some((text) => folded(text).startsWith(beginning)) ? [id] : [],
  )
  return ids.flat().slice(0, MOST_STATIONS)
}

function placeOf(cursor: string): SearchPlace {
  try {
    const place = JSON.parse(placeIn(cursor, /^(.*)$/s)[0]!)
    if (isPlace(place)) return place
  } catch {
    // not ours
  }
  throw notACursor()
}

function isPlace(value: unknown): value is SearchPlace {
  const place = (value ?? {}) as Record<string, unknown>
  const isText = (name: string) => typeof place[name] === 'string' && !place[name].includes('\0')
  const isNumber = (name: string) => Number.isSafeInteger(place[name])
  if (place.by === 'user') return isText('username')
  if (place.by === 'name') return ['word', 'name'].every(isText) && ['ownerId', 'field', 'id'].every(isNumber)
  return place.by === 'station' && isNumber('id')
}
