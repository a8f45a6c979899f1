// Which credentials are wanted: the filters and the search of a list, its cursor, and the pages themselves.

import { type Static, Type } from 'typebox'
import { wrong } from '../../domain/fault.ts'
import { isWithin, type OwnerScope } from '../../domain/people/permissions.ts'
import { invalid } from '../../domain/refusal.ts'
import { folded, searchWords } from '../../domain/text/search-words.ts'
import {
  CREDENTIAL_VIEWS,
  type CredentialFilter,
  type CredentialView,
  type ListedCredential,
} from '../../store/credentials/listed.ts'
import { listCredentialPage } from '../../store/credentials/pages.ts'
import { type CredentialSearch, type SearchPlace, searchCredentials } from '../../store/credentials/search.ts'
import type { StationBook } from '../../store/current.ts'
import type { Database } from '../../store/database.ts'
import { PageQuery } from '../../wire/common.ts'
import { OwnerId, Search } from '../fields.ts'
import { cutPage, pageOf } from '../paging.ts'

export const CREDENTIAL_FILTERS = {
  state: Type.Optional(Type.Unsafe<CredentialView>({ enum: [...CREDENTIAL_VIEWS] })),
  stationId: Type.Optional(OwnerId),
  ownerId: Type.Optional(OwnerId),
  kind: Type.Optional(Type.Unsafe<'base' | 'network'>({ enum: ['base', 'network'] })),
  label: Type.Optional(Type.String({ maxLength: 200 })),
  q: Type.Optional(Search),
}
/** The cursor of a search holds the name it has come to, which may be long. */
const SearchCursor = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 }))
export const CredentialQuery = Type.Object({ ...PageQuery, cursor: SearchCursor, ...CREDENTIAL_FILTERS })
export const ExportQuery = Type.Object(CREDENTIAL_FILTERS)

export type CredentialWish = Static<typeof ExportQuery>

export const filterOf = ({ state, stationId, kind, label }: CredentialWish): CredentialFilter => ({
  view: state,
  stationId,
  kind,
  label,
})

export interface ListServices {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
}

interface FoundPage {
  readonly page: readonly ListedCredential[]
  readonly nextCursor: string | null
}

const NOTHING: FoundPage = { page: [], nextCursor: null }
const DEFAULT_LIMIT = 50

/** Newest first; of a search, what matches the user name, then customer and label, then the station. */
export async function findPage(
  services: ListServices,
  scope: OwnerScope,
  wish: CredentialWish & { limit?: number; cursor?: string },
): Promise<FoundPage> {
  const { db, book, now } = services
  const { ownerId, limit = DEFAULT_LIMIT, cursor } = wish
  // Another owner than one's own has no credentials, as far as one can see.
  if (ownerId !== undefined && !isWithin(scope, ownerId)) return NOTHING
  const within = ownerId ?? scope
  const filter = filterOf(wish)
  const search = searchOf(wish, book)
  // Signs that no word is made of find nothing, rather than everything.
  if (search?.words.length === 0) return NOTHING
  if (search) {
    const question = { scope: within, filter, search, now }
    const { rows, next } = await searchCredentials(db, question, cursor === undefined ? null : placeOf(cursor), limit)
    return { page: rows, nextCursor: next && cursorOf(next) }
  }
  const wanted = pageOf({ limit, ...(cursor !== undefined && { cursor }) })
  return cutPage(await listCredentialPage(db, within, filter, wanted, now), wanted)
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
    const found: FoundPage = await findPage(services, scope, { ...wish, limit, ...(cursor && { cursor }) })
    yield found.page
    cursor = found.nextCursor
  } while (cursor)
}

const USERNAME = /^[a-z0-9]{3,}$/
const MOST_STATIONS = 50

/** Null: nothing is looked for. */
function searchOf({ q = '' }: CredentialWish, book: StationBook): CredentialSearch | null {
  if (q.trim() === '') return null
  const words = searchWords(q)
  const [first] = words
  const username = words.length === 1 && USERNAME.test(first!) ? first! : null
  return { username, words, stationIds: stationsCalled(folded(q.trim()), book) }
}

const stationsCalled = (beginning: string, { byId }: StationBook): number[] =>
  [...byId.values()]
    .filter(({ code, name, mountpoint }) => [code, name, mountpoint].some((text) => folded(text).startsWith(beginning)))
    .slice(0, MOST_STATIONS)
    .map(({ id }) => id)

const cursorOf = (place: SearchPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function placeOf(cursor: string): SearchPlace {
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (isPlace(place)) return place
  } catch {
    // not ours
  }
  throw invalid(wrong(['cursor'], 'not_a_cursor'))
}

function isPlace(value: unknown): value is SearchPlace {
  const place = (value ?? {}) as Record<string, unknown>
  const isText = (name: string) => typeof place[name] === 'string' && !place[name].includes('\0')
  const isNumber = (name: string) => Number.isSafeInteger(place[name])
  if (place.by === 'user') return isText('username')
  if (place.by === 'name') return ['word', 'name'].every(isText) && ['ownerId', 'field', 'id'].every(isNumber)
  return place.by === 'station' && isNumber('id')
}
