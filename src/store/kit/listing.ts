// Builds list queries for one owner or all, with filters and pages. Filters that are not set are left out of the SQL.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Statement, statement } from './database.ts'

/** Parameter for `ownedBy`; `null` means all owners. */
export const ownerOf = (scope: OwnerScope): number | null => (scope === 'all' ? null : scope)

/** SQL condition on the owner; `place` is a parameter with the value of `ownerOf`. */
export const ownedBy = (place: string, column = 'owner_id') => `(${place}::bigint is null or ${column} = ${place})`

export interface PageRequest {
  /** Only ids below this one; undefined starts at the newest. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Substring match in any of the columns, ignoring case and accents. */
export const hasLetters =
  (...columns: readonly string[]) =>
  (letters: string) =>
    `(${columns.map((column) => `position(fold_text(${letters}) in fold_text(${column})) > 0`).join(' or ')})`

/** Collects the conditions and parameters of a statement. */
export class Listing {
  readonly values: unknown[] = []
  readonly #conditions: string[] = []
  #shape = ''

  add(value: unknown, type = 'bigint'): string {
    return `$${this.values.push(value)}::${type}`
  }

  /** Adds no condition if `wanted` is null or undefined. */
  where(wanted: unknown, type: string, condition: (place: string) => string): this {
    return this.also(wanted === undefined || wanted === null ? null : condition(this.add(wanted, type)))
  }

  also(condition: string | null | undefined): this {
    if (condition) this.#conditions.push(condition)
    this.#shape += condition ? '1' : '0'
    return this
  }

  of(scope: OwnerScope, column = 'owner_id'): this {
    return this.where(ownerOf(scope), 'bigint', (owner) => `${column} = ${owner}`)
  }

  get conditions(): string {
    return this.#conditions.join(' and ') || 'true'
  }

  /** Newest first by `id`. The statement's name encodes which conditions are set, because each set is another text. */
  page(name: string, select: string, id: string, { before, limit }: PageRequest): Statement {
    this.where(before, 'bigint', (below) => `${id} < ${below}`)
    const text = `${select} where ${this.conditions} order by ${id} desc limit ${this.add(limit, 'integer')}`
    return statement(`${name}-${this.#shape}`, text)
  }
}
