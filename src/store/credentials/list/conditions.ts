// A filter of credentials as conditions on a row of `credentials`.
import type { CredentialFilter, TimeRange } from '../../../domain/credentials/filter.ts'
import { inForce } from '../states.ts'
import { isConnected } from '../use.ts'
import type { ListValues } from './values.ts'
import { rowHasWord } from './words.ts'

/** The customer's key, as its index contains it. */
export const CUSTOMER = 'customer_of(customer_email, customer_name)'

export function conditionsOf(values: ListValues, filter: CredentialFilter = values.selection.filter): string {
  const conditions = ['true']
  const when = <Name extends keyof CredentialFilter>(
    name: Name,
    condition: (wanted: NonNullable<CredentialFilter[Name]>) => string,
  ) => {
    const wanted = filter[name]
    if (wanted !== undefined && wanted !== null) conditions.push(condition(wanted))
  }
  when('view', (view) => values.inView(view))
  when('inForce', (is) => (is ? inForce(values.now) : `not ${inForce(values.now)}`))
  when('notRevoked', () => 'revoked_at is null')
  when('suspended', () => 'suspended_at is not null')
  when('ids', (ids) => `credentials.id = any (${values.add(ids, 'bigint[]')})`)
  when('reference', (reference) => `reference = ${values.text(reference)}`)
  when('username', (username) => `username = ${values.text(username)}`)
  when('customerEmail', (address) => `customer_email = ${values.text(address)}`)
  when('label', (label) => `label = ${values.text(label)}`)
  when('customer', (customer) => `${CUSTOMER} = ${values.text(customer)}`)
  when('stationId', (id) => `station_id = ${values.add(id)}`)
  when('groupId', (id) => `group_id = ${values.add(id)}`)
  when('kind', (kind) => `station_id is ${kind === 'base' ? 'not null' : 'null'}`)
  when('connected', (is) => (is ? isConnected('credentials.id') : `not ${isConnected('credentials.id')}`))
  when('expires', (range) => within(values, 'expires_at', range))
  when('endsWithinDays', (days) => endsWithin(values, days))
  when('issued', (range) => within(values, 'issued_at', range))
  when('words', (words) => words.map((word) => rowHasWord(values, word)).join(' and ') || 'false')
  return conditions.join(' and ')
}

export function within(values: ListValues, column: string, { from, to }: TimeRange): string {
  const ends = ['true']
  if (from) ends.push(`${column} >= ${values.add(from, 'timestamptz')}`)
  if (to) ends.push(`${column} < ${values.add(to, 'timestamptz')}`)
  return ends.join(' and ')
}

const endsWithin = (values: ListValues, days: number) =>
  `${values.inView('active')} and expires_at <= ${values.now} + make_interval(days => ${values.add(days, 'integer')})`
