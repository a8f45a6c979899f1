// The parameters of a statement that lists credentials, numbered at first use.
import type { CredentialFilter } from '../../../domain/credentials/filter.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { Listing } from '../../kit/listing.ts'
import { inView } from '../states.ts'

export interface Selection {
  readonly scope: OwnerScope
  readonly filter: CredentialFilter
  readonly now: Date
}

export class ListValues extends Listing {
  readonly selection: Selection
  readonly #places = new Map<string, string>()

  constructor(selection: Selection) {
    super()
    this.selection = selection
  }

  protected once(value: unknown, type: string): string {
    const key = `${type} ${value}`
    const place = this.#places.get(key) ?? this.add(value, type)
    this.#places.set(key, place)
    return place
  }

  get now(): string {
    return this.once(this.selection.now, 'timestamptz')
  }

  /** Condition of the state. `revoked` needs no time, and PostgreSQL rejects unused parameters. */
  inView(view: NonNullable<CredentialFilter['view']>): string {
    return inView(view, view === 'revoked' ? '' : this.now)
  }

  text(value: string): string {
    return this.once(value, 'text')
  }

  /** The owner is known without reading `owners`. */
  get hasOneOwner(): boolean {
    return this.selection.scope !== 'all' && !this.selection.filter.test
  }

  /** The owner's id, for use inside `each`. */
  get owner(): string {
    return this.hasOneOwner ? this.once(this.selection.scope, 'bigint') : 'owners.id'
  }

  /** `rows` per owner, as a table. One owner needs no join, because planning it takes a fifth of the time of a page. */
  each(rows: string, table: string): string {
    return this.hasOneOwner ? `(${rows}) as ${table}` : `${this.owners} cross join lateral (${rows}) as ${table}`
  }

  /** The selected owners' ids as a table. Test spaces are owners of their own, which separates tests from the rest. */
  get owners(): string {
    const { scope, filter } = this.selection
    const wanted =
      scope === 'all'
        ? `id from owners where test_of is ${filter.test ? 'not null' : 'null'}`
        : filter.test
          ? `id from owners where test_of = ${this.once(scope, 'bigint')}`
          : `${this.once(scope, 'bigint')} as id`
    return `(select ${wanted}) as owners`
  }
}

/** Exclusive id bounds of a page, and its length. */
export interface Frame {
  readonly above: number
  readonly below: number
  readonly limit: number
}

export class PageValues extends ListValues {
  readonly #frame: Frame

  constructor(selection: Selection, frame: Frame) {
    super(selection)
    this.#frame = frame
  }

  get above(): string {
    return this.once(this.#frame.above, 'bigint')
  }

  get below(): string {
    return this.once(this.#frame.below, 'bigint')
  }

  get count(): string {
    return this.once(this.#frame.limit, 'bigint')
  }
}
