// The order of a list: one column, ascending or descending, as in the address (`sort=expires`, `sort=-expires`).

export interface Order {
  readonly key: string
  readonly down: boolean
}

interface Headed {
  readonly key: string
  readonly number?: boolean | undefined
}

export const orderIn = (text: string | undefined): Order | null =>
  text ? { key: text.replace(/^-/, ''), down: text.startsWith('-') } : null

export const orderText = ({ key, down }: Order): string => (down ? `-${key}` : key)

/** Clicking a column sorts up, down, then not at all. Numeric columns start with the largest value. */
export function nextOrder(order: Order | null, { key, number }: Headed): Order | null {
  const first = { key, down: number === true }
  if (order?.key !== key) return first
  return order.down === first.down ? { key, down: !first.down } : null
}

export type Sortable = string | number | null | undefined

/** `null` sorts last in both directions. */
export function inOrder<Row>(rows: readonly Row[], by: (row: Row) => Sortable, down: boolean, locale: string): Row[] {
  const letters = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const compare = (one: Sortable, other: Sortable): number => {
    if (typeof one === 'number' && typeof other === 'number') return one - other
    return letters.compare(String(one), String(other))
  }
  const isNothing = (value: Sortable) => value === null || value === undefined || value === ''
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort((one, other) => {
      if (isNothing(one.value) || isNothing(other.value))
        return Number(isNothing(one.value)) - Number(isNothing(other.value))
      return down ? compare(other.value, one.value) : compare(one.value, other.value)
    })
    .map(({ row }) => row)
}
