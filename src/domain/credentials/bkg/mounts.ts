// Decides which mountpoints have a line in `clientmounts.aut` and which credentials open them at a BKG caster.
import { type Access, isOpen, type Mount, opens } from '../../sessions/access.ts'
import type { Group } from '../../stations/group.ts'
import { isName } from './print.ts'

/** Empty group for closed mountpoints: the BKG caster opens a mountpoint without a line to everyone. */
export const NOBODY = 'v.nobody'

/** Open mountpoints need no line: the BKG caster opens mountpoints without one. */
export const hasLine = (mount: Mount): boolean => isName(`/${mount.name}`) && !isOpen(mount)

/** A credential of a group does not open the network mountpoint: the caster cannot restrict a network stream to a group. */
export const opensThere = (access: Access, mount: Mount, groups: ReadonlyMap<number, Group>): boolean =>
  (mount.kind !== 'network' || access.groupId === null) && opens(access, mount, groups)
