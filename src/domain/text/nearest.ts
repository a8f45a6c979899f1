/**
 * The known name with the fewest typos: an extra, missing or wrong letter, or two swapped ones. `null` if none is
 * close.
 */
export function nearest(typed: string, known: readonly string[]): string | null {
  const slips = known.map((name) => ({ name, count: slipsBetween(typed.toLowerCase(), name.toLowerCase()) }))
  const best = slips.toSorted((a, b) => a.count - b.count)[0]
  return best && best.count <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : null
}

export const didYouMean = (typed: string, known: readonly string[], shown = (name: string) => `"${name}"`): string => {
  const meant = nearest(typed, known)
  return meant === null ? '' : `; did you mean ${shown(meant)}?`
}

function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const changedPlaces = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        changedPlaces ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
