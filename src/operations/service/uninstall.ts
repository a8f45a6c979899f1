// Removes the units. Data and settings stay, except with `purge`.
import { existsSync, rmSync } from 'node:fs'
import { foreignUnits, installedUnits } from './install.ts'
import * as machine from './machine.ts'
import { BACKUPS, beneath, DATA, MADE_BY_SYSTEMD, SETTINGS, UNITS, USER } from './places.ts'
import { hasOwnSocketUnit, removeSocketUnit, SOCKET_UNIT } from './socket-unit.ts'
import { fileOf, UNIT_NAMES } from './units.ts'

export interface Removal {
  readonly root: string | null
  /** Also removes data, settings and the user. */
  readonly purge: boolean
}

export const wouldBePurged = (root: string | null): string[] =>
  [
    BACKUPS,
    DATA,
    SETTINGS,
    ...MADE_BY_SYSTEMD,
    ...[...UNIT_NAMES.map(fileOf), SOCKET_UNIT].map((file) => `${UNITS}/${file}.d`),
  ]
    .map((path) => beneath(root, path))
    .filter((path) => existsSync(path))

export function uninstall({ root, purge }: Removal, tell: (done: string) => void): void {
  if (root === null) machine.mustBeInstallable()
  const [foreign] = foreignUnits(root)
  if (purge && foreign !== undefined)
    throw new Error(
      `${fileOf(foreign)} was not written by this command, and may use the data: stop it and move it away first`,
    )
  // Removed first: while it is active, the next connection starts the service again.
  const hadSocketUnit = hasOwnSocketUnit(root)
  if (hadSocketUnit) {
    removeSocketUnit(root)
    tell(`removed ${SOCKET_UNIT}`)
  }
  const units = installedUnits(root)
  for (const unit of units) {
    if (root === null) machine.disableAndStop(unit)
    rmSync(beneath(root, `${UNITS}/${fileOf(unit)}`))
    tell(`removed ${fileOf(unit)}`)
  }
  if (units.length === 0) tell('no unit is installed')
  if (root === null && (hadSocketUnit || units.length > 0)) machine.reloadUnits()

  for (const path of wouldBePurged(root)) {
    if (purge) rmSync(path, { recursive: true })
    tell(`${purge ? 'removed' : 'kept'} ${path}`)
  }
  if (purge && root === null && machine.hasOwnUser()) {
    machine.removeUser()
    tell(`removed the user ${USER}`)
  }
}
