// What a list of credentials is asked for, as conditions on a row of `credentials`.
import type { CredentialWishes, TimeRange } from '../../domain/credentials/wishes.ts'
import { Listing } from '../kit/listing.ts'
import { isConnected } from './use.ts'

/** What a page is asked for of one owner: ids between two, so many, at a time. */
export interface PageFrame {
  readonly ownerId: number
  readonly above: number
  readonly below: number
  readonly limit: number
  readonly now: Date
}

/** The values of a statement about such a page; each is numbered when it is first used. */
export class PageValues extends Listing {
  readonly #frame: PageFrame
  readonly #places = new Map<unknown, string>()

  constructor(frame: PageFrame) {
    super()
    this.#frame = frame
  }

  #once(value: unknown, type: string): string {
    const key = `${type} ${value}`
    const place = this.#places.get(key) ?? this.add(value, type)
    this.#places.set(key, place)
    return place
  }

  get owner(): string {
    return this.#once(this.#frame.ownerId, 'bigint')
  }

  get above(): string {
    return this.#once(this.#frame.above, 'bigint')
  }

  get below(): string {
    return this.#once(this.#frame.below, 'bigint')
  }

  get count(): string {
    return this.#once(this.#frame.limit, 'bigint')
  }

  get now(): string {
    return this.#once(this.#frame.now, 'timestamptz')
  }

  text(value: string): string {
    return this.#once(value, 'text')
  }
}

/** Behind everything that begins with the same. */
export const endOf = (prefix: string) => `${prefix}\u{10ffff}`

/**
 * What no user name that begins with `least` comes after. Most are small letters and figures, which every collation orders alike; of those
 * that came from other casters some have letters behind "z" where letters are ordered by their numbers.
 */
export const lastWith = (least: string) => `greatest(${least} || 'zzzzzzzzzzzzzzzzzzzz', ${least} || U&'\\+10FFFF')`

/** All that is wished for. `but`: what the way that rows are found by makes sure of already. */
export function conditionsOf(
  values: PageValues,
  wishes: CredentialWishes,
  but: readonly (keyof CredentialWishes)[] = [],
): string {
  const conditions = ['true']
  const wish = <Name extends keyof CredentialWishes>(
    name: Name,
    condition: (wanted: NonNullable<CredentialWishes[Name]>) => string,
  ) => {
    const wanted = wishes[name]
    if (wanted !== undefined && wanted !== null && !but.includes(name)) conditions.push(condition(wanted))
  }
  // The same rules as in `domain/credentials/credential.ts`.
  const states = {
    active: () => `revoked_at is null and expires_at > ${values.now}`,
    expired: () => `revoked_at is null and expires_at <= ${values.now}`,
    revoked: () => 'revoked_at is not null',
  }
  const inForce = () => `(${states.active()} and starts_at <= ${values.now} and suspended_at is null)`
  wish('state', (state) => states[state]())
  wish('inForce', (is) => (is ? inForce() : `not ${inForce()}`))
  wish('reference', (reference) => `reference = ${values.text(reference)}`)
  wish('username', (username) => `username = ${values.text(username)}`)
  wish('customerEmail', (address) => `customer_email = ${values.text(address)}`)
  wish('label', (label) => `label = ${values.text(label)}`)
  wish('stationId', (id) => `station_id = ${values.add(id)}`)
  wish('groupId', (id) => `group_id = ${values.add(id)}`)
  wish('kind', (kind) => `station_id is ${kind === 'base' ? 'not null' : 'null'}`)
  wish('connected', (is) => (is ? isConnected('credentials.id') : `not ${isConnected('credentials.id')}`))
  wish('expires', (range) => within(values, 'expires_at', range))
  wish('issued', (range) => within(values, 'issued_at', range))
  wish('words', (words) => words.map((word) => hasWord(values, word)).join(' and ') || 'false')
  return conditions.join(' and ')
}

export function within(values: PageValues, column: string, { from, to }: TimeRange): string {
  const ends = ['true']
  if (from) ends.push(`${column} >= ${values.add(from, 'timestamptz')}`)
  if (to) ends.push(`${column} < ${values.add(to, 'timestamptz')}`)
  return ends.join(' and ')
}

/** What is searched besides the user name; each has an index by owner, itself and id. */
export const NAMES = ['customer_name', 'label', 'customer_email', 'reference'] as const

/** What Spanish has besides plain letters. */
const ACCENTED = ['áéíóúüñ', 'aeiouun'] as const
/** The texts of a row without case and, nearly always, without accents: five times as fast as the whole way. */
const PLAIN = `translate(lower(concat_ws(' ', username, ${NAMES.join(', ')})), '${ACCENTED[0]}', '${ACCENTED[1]}')`

/** Some word of the row begins so. */
function hasWord(values: PageValues, word: string): string {
  const whole = `(starts_with(username, ${values.text(word)}) or exists (
    select from unnest(${NAMES.map((name) => `words_in(${name})`).join(' || ')}) as word
    where word collate "C" >= ${values.text(word)} and word collate "C" < ${values.text(endOf(word))}))`
  if (!/^[a-z0-9]+$/.test(word)) return whole
  const begins = values.text(`(^|[^a-z0-9])${word}`)
  return `(select case when octet_length(plain) = length(plain) then plain ~ ${begins} else ${whole} end from (select ${PLAIN} as plain offset 0) as own)`
}
