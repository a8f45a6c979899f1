// Lists of rows: of one owner or of everybody, with filters, a page at a time. Only what is wanted is asked.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Statement, statement } from './database.ts'

/** What a condition on the owner is held against: see `ownedBy`. */
export const ownerOf = (scope: OwnerScope): number | null => (scope === 'all' ? null : scope)

/** Everybody's, or one owner's: `place` holds what `ownerOf` says. */
export const ownedBy = (place: string, column = 'owner_id') => `(${place}::bigint is null or ${column} = ${place})`

export interface PageRequest {
  /** Ids below this one; undefined: from the newest. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Letters anywhere in one of the columns, whatever their case and accents. */
export const hasLetters =
  (...columns: readonly string[]) =>
  (letters: string) =>
    `(${columns.map((column) => `position(fold_text(${letters}) in fold_text(${column})) > 0`).join(' or ')})`

/** The conditions of a statement, and its values, each numbered where it is used. */
export class Listing {
  readonly values: unknown[] = []
  readonly #conditions: string[] = []
  #shape = ''

  /** Where the value stands in the statement. */
  add(value: unknown, type = 'bigint'): string {
    return `$${this.values.push(value)}::${type}`
  }

  /** null and undefined: anything goes. */
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

  /** The newest first by `id`. Its name says which conditions there are: one text each. */
  page(name: string, select: string, id: string, { before, limit }: PageRequest): Statement {
    this.where(before, 'bigint', (below) => `${id} < ${below}`)
    const text = `${select} where ${this.conditions} order by ${id} desc limit ${this.add(limit, 'integer')}`
    return statement(`${name}-${this.#shape}`, text)
  }
}
