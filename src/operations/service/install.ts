// Installs the service on a machine: user, folders, settings, a systemd unit. Idempotent: the operator's changes stay,
// and a running service keeps running.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError, type ProcessRole } from '../../base/config/config.ts'
import * as machine from './machine.ts'
import { BACKUPS, beneath, DATA, SETTINGS, SETTINGS_FILE, USER } from './places.ts'
import { seenFrom, thisProgram, whyOutOfReach } from './program.ts'
import { exampleSettings, renderSettings, settingsOf } from './settings-file.ts'
import { hasOwnSocketUnit, removeSocketUnit, SOCKET_UNIT, socketUnitFor } from './socket-unit.ts'
import { fileOf, isOurs, pathOf, renderUnit, rolesOf, templateOf, UNIT_NAMES, type UnitName, unitFor } from './units.ts'

export interface Installation {
  readonly roles: readonly ProcessRole[]
  /** Writes files below this folder and does nothing else; `null` to install on this machine. */
  readonly root: string | null
  readonly start: boolean
}

type Tell = (done: string) => void

export function install({ roles, root, start }: Installation, tell: Tell): void {
  const unit = unitFor(roles)
  if (root === null) machine.mustBeInstallable()
  const program = root === null ? thisProgram() : seenFrom(root, thisProgram())
  const fault = root === null ? whyOutOfReach(program) : null
  if (fault !== null)
    throw new Error(
      `the service could not run: ${fault}. Install Vértice for everybody (npm install -g --prefix /usr/local …), and run that one`,
    )
  mustFit(root, unit)

  if (root === null && !machine.hasUser()) {
    machine.addUser()
    tell(`made the user ${USER}`)
  }
  makeFolder(beneath(root, SETTINGS), 0o755, tell)
  makeFolder(beneath(root, DATA), 0o700, tell)
  // On several machines, the operator chooses which one makes the backups.
  if (unit === 'vertice' && makeFolder(beneath(root, BACKUPS), 0o700, tell) && root === null)
    machine.giveToUser(BACKUPS)
  if (root === null && !machine.isOfUser(DATA)) {
    machine.giveToUser(DATA) // including files that root created there earlier
    tell(`gave ${DATA} to the user ${USER}`)
  }
  writeSettings(beneath(root, SETTINGS_FILE), tell)
  const isChanged = writeUnit(pathOf(root, unit), renderUnit(templateOf(unit), program, roles), tell)
  const isSocketChanged = writeSocketUnit(unit, root, tell)
  if (root === null) begin(unit, { isChanged, isSocketChanged, isWanted: start }, tell)
}

/** Returns true if the unit changed. Invalid settings leave it as it is; a start of the service reports them. */
function writeSocketUnit(unit: UnitName, root: string | null, tell: Tell): boolean {
  let rendered: ReturnType<typeof socketUnitFor>
  try {
    rendered = socketUnitFor(unit, root)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    tell(`did not write ${SOCKET_UNIT}: ${error.message}`)
    return false
  }
  const { path, content } = rendered
  if (existsSync(path) && !hasOwnSocketUnit(root)) {
    tell(`kept ${path}: it was not written by this command`)
    return false
  }
  if (content !== null) return writeUnit(path, content, tell)
  if (unit === 'vertice' && existsSync(path)) {
    removeSocketUnit(root)
    tell(`removed ${path}`)
  }
  return false
}

const unitsThere = (root: string | null, ours: boolean): UnitName[] =>
  UNIT_NAMES.filter((unit) => {
    const path = pathOf(root, unit)
    return existsSync(path) && isOurs(readFileSync(path, 'utf8')) === ours
  })

/** Installed units that this command wrote. */
export const installedUnits = (root: string | null): UnitName[] => unitsThere(root, true)

export const installedRoles = (root: string | null): (readonly ProcessRole[])[] =>
  installedUnits(root).map((unit) => rolesOf(readFileSync(pathOf(root, unit), 'utf8')))

/** Units with our names that another tool or the operator wrote. */
export const foreignUnits = (root: string | null): UnitName[] => unitsThere(root, false)

function mustFit(root: string | null, unit: UnitName): void {
  if (foreignUnits(root).includes(unit))
    throw new Error(
      `${pathOf(root, unit)} is there, and was not written by this command: move it away (what you want of it belongs into a drop-in, "systemctl edit ${unit}")`,
    )
  const other = installedUnits(root).find((name) => name !== unit && [name, unit].includes('vertice'))
  if (other !== undefined)
    throw new Error(
      `${fileOf(other)} is installed, and does the same: take it away first ("vertice service uninstall" keeps data and settings)`,
    )
}

/** Returns true if the folder is new. */
function makeFolder(path: string, mode: number, tell: Tell): boolean {
  if (existsSync(path)) return false
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(path, { mode })
  tell(`made ${path}`)
  return true
}

/** Never overwrites the operator's settings. */
function writeSettings(path: string, tell: Tell): void {
  if (existsSync(path)) return void tell(`kept ${path}`)
  writeFileSync(path, renderSettings(exampleSettings()), { mode: 0o600, flag: 'wx' })
  tell(`wrote ${path}: the settings, each explained`)
}

/** Returns true if the unit changed. */
function writeUnit(path: string, content: string, tell: Tell): boolean {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null
  if (before === content) {
    tell(`kept ${path}: already up to date`)
    return false
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: 0o644 })
  tell(`${before === null ? 'wrote' : 'replaced'} ${path}`)
  return true
}

interface Beginning {
  readonly isChanged: boolean
  readonly isSocketChanged: boolean
  readonly isWanted: boolean
}

function begin(unit: UnitName, { isChanged, isSocketChanged, isWanted }: Beginning, tell: Tell): void {
  machine.reloadUnits()
  const isSocketOpen = isSocketChanged && machine.isActive(SOCKET_UNIT)
  if (machine.isActive(unit)) {
    const restart = `systemctl restart ${isSocketOpen ? SOCKET_UNIT : unit}`
    tell(isChanged || isSocketChanged ? `it runs as it was: "${restart}" when it suits` : `${unit} runs`)
  } else if (unit !== 'vertice' && !settingsOf(SETTINGS_FILE).DATABASE_URL) {
    // It would create its own database instead of using the one of the other machines.
    tell(
      `not started: ${SETTINGS_FILE} does not say DATABASE_URL. Fill in what all machines share (ENCRYPTION_KEYS, NATS_URL and BASE_URL too), then "systemctl enable --now ${unit}"`,
    )
    return
  }
  machine.enable(unit)
  if (unit === 'vertice' && hasOwnSocketUnit(null)) machine.enable(SOCKET_UNIT)
  tell(`enabled ${unit}: it starts with the machine`)
  if (machine.isActive(unit)) return
  if (!isWanted) return void tell(`not started: "systemctl start ${unit}"`)
  if (isSocketOpen) machine.stop(SOCKET_UNIT)
  machine.start(unit)
  tell(`started ${unit}: it is ready ("journalctl -u ${unit}" shows what it says)`)
}
