// Decides whether a release can run on a database that a newer release migrated. Each migration declares the oldest
// release that can run on it.

export interface NewerMigration {
  readonly name: string
  /** `null` if not declared; then only releases that contain the migration can run on it. */
  readonly oldestRelease: string | null
}

export interface NewerDatabase {
  readonly names: readonly string[]
  /** The oldest release that can run on all of the migrations; `null` if one of them declares none. */
  readonly oldestRelease: string | null
  readonly canRun: boolean
}

/** `unknown`: applied migrations that the release `version` does not contain. Returns `null` if there are none. */
export function newerDatabase(version: string, unknown: readonly NewerMigration[]): NewerDatabase | null {
  if (unknown.length === 0) return null
  const declared = unknown.flatMap(({ oldestRelease }) => oldestRelease ?? [])
  const oldestRelease =
    declared.length < unknown.length ? null : declared.reduce((newest, one) => (isOlder(newest, one) ? one : newest))
  return {
    names: unknown.map(({ name }) => name),
    oldestRelease,
    canRun: oldestRelease !== null && !isOlder(version, oldestRelease),
  }
}

/** Compares major, minor and patch. Ignores suffixes such as "-rc.1". */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const different = a.findIndex((number, index) => number !== b[index])
  return different !== -1 && a[different]! < b[different]!
}

const numbersOf = (version: string): number[] => version.split('-', 1)[0]!.split('.').map(Number)
