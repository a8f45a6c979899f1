// Objects that the user opened last, by their address. They are kept in this browser, per user.

const KEPT = 6
const OBJECTS = [/^\/stations\/\d+$/, /^\/credentials\/\d+$/, /^\/customers\/\d+\/[^/]+$/]

/** Newest first, each once. Addresses that are no objects change nothing. */
export const withRecent = (recent: readonly string[], path: string): readonly string[] =>
  OBJECTS.some((object) => object.test(path))
    ? [path, ...recent.filter((other) => other !== path)].slice(0, KEPT)
    : recent

/** Recent ones first, the newest of them on top; the others keep their order. */
export function recentFirst<Thing extends { readonly path: string }>(
  things: readonly Thing[],
  recent: readonly string[],
): Thing[] {
  const place = ({ path }: Thing) => (recent.includes(path) ? recent.indexOf(path) : recent.length)
  return things.toSorted((a, b) => place(a) - place(b))
}

const keyOf = (userId: number) => `recent-${userId}`

export function readRecent(userId: number): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function noteRecent(userId: number, path: string): void {
  const before = readRecent(userId)
  const after = withRecent(before, path)
  if (after === before) return
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(after))
  } catch {
    // A browser without storage has no recent objects.
  }
}
