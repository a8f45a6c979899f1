// Finds the packages of a lock file that a package needs, directly or indirectly.

export type Versions = Readonly<Record<string, string>>

export interface Locked {
  readonly dependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly peerDependencies?: Versions
  /** A package of packages/: a link to the folder that `resolved` names. */
  readonly link?: boolean
  readonly resolved?: string
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export interface Lock {
  /** By path, such as node_modules/pg. */
  readonly packages: Readonly<Record<string, Locked>>
}

/** Sorted by path. */
export function reachedFrom(own: Locked, { packages }: Lock): string[] {
  const reached = new Set<string>()
  const reach = (path: string, needed: Locked) => {
    for (const name of namesIn(needed)) {
      const found = nearest(path, name, packages)
      if (found === null) throw new Error(`package-lock.json has no ${name}, which ${path || 'the service'} needs`)
      if (reached.has(found)) continue
      reached.add(found)
      const locked = packages[found]!
      reach(found, locked.link ? packages[locked.resolved!]! : locked)
    }
  }
  reach('', own)
  return [...reached].sort()
}

function namesIn({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Resolves like Node: from the nearest node_modules outward. */
function nearest(path: string, name: string, packages: Lock['packages']): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const candidate = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return null
  }
}
