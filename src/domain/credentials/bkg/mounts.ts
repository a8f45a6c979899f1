// Which mountpoints have a line in `clientmounts.aut`, and who opens them at a BKG caster.
import { type Access, isOpen, type Mount, opens } from '../../sessions/access.ts'
import type { Group } from '../../stations/group.ts'
import { isName } from './print.ts'

/** An empty group: the caster opens mountpoints without a line to everybody, so a closed one names this group. */
export const NOBODY = 'v.nobody'

/** An open mountpoint has no line, which opens it at the caster too. */
export const hasLine = (mount: Mount): boolean => isName(`/${mount.name}`) && !isOpen(mount)

/** A credential of a group does not open the network mountpoint: the caster cannot restrict a network stream to a group. */
export const opensThere = (access: Access, mount: Mount, groups: ReadonlyMap<number, Group>): boolean =>
  (mount.kind !== 'network' || access.groupId === null) && opens(access, mount, groups)
