// Whom the files do not let in wherever they may be, by name: the counts of a plan tell how many, and nobody whom to look at.
import type { Access } from '../sessions/access.ts'
import { hasLine, type Offered, opensThere, type Plan, type Served } from './plan.ts'

export function* namesLeftOut(
  served: Iterable<Served>,
  { mounts, groups }: Pick<Offered, 'mounts' | 'groups'>,
  plan: Pick<Plan, 'isOurs' | 'lets'>,
): Generator<string> {
  const lined = mounts.filter((mount) => hasLine(mount) && plan.isOurs(mount.name))
  const opened = new Map<string, readonly string[]>()
  for (const one of served)
    if (openedBy(one).some((mountpoint) => !plan.lets(one.username, mountpoint))) yield one.username

  /** The same for all that have the same access. */
  function openedBy(access: Access): readonly string[] {
    const key = `${access.stationId} ${access.groupId}`
    const names = opened.get(key) ?? lined.filter((mount) => opensThere(access, mount, groups)).map(({ name }) => name)
    opened.set(key, names)
    return names
  }
}
