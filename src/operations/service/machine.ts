// The changes of an installation besides files: system users and systemd units.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DATA, USER } from './places.ts'

/** Exists if systemd is the init process: sd_booted(3). */
const SYSTEMD_RUNS = '/run/systemd/system'

/** Throws an error with advice if the service cannot be installed here. */
export function mustBeInstallable(): void {
  if (process.platform !== 'linux')
    throw new Error(
      `services of systemd are for Linux, this is ${process.platform}: run "vertice start" as your system runs its services`,
    )
  if (process.getuid?.() !== 0) throw new Error('only root can install or remove a service: run it with sudo')
  if (!existsSync(SYSTEMD_RUNS))
    throw new Error(
      'systemd does not run here (a container, perhaps): let what does run keep "vertice start" running, or write the files only, with --root DIR',
    )
}

function run(program: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return
  const why = error?.message ?? (stderr.trim() || `it ended with status ${status}`)
  throw new Error(`${program} ${args.join(' ')}: ${why}`)
}

const succeeds = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

const HOME_FIELD = 5

/** Home directory of the service's user; `undefined` if there is no such user. */
const homeOfUser = () =>
  spawnSync('getent', ['passwd', USER], { encoding: 'utf8' }).stdout?.trim().split(':')[HOME_FIELD]

export const hasUser = (): boolean => homeOfUser() !== undefined
/** Whether `addUser` created the user: another one of that name can have existed before. */
export const hasOwnUser = (): boolean => homeOfUser() === DATA

/** A system user without password or shell, which cannot log in. */
export const addUser = (): void =>
  run(
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    DATA,
    '--shell',
    '/usr/sbin/nologin',
    USER,
  )

export const removeUser = (): void => run('userdel', USER)

export const giveToUser = (path: string): void =>
  run('chown', '--recursive', '--no-dereference', `${USER}:${USER}`, path)

export function isOfUser(path: string): boolean {
  const { stdout } = spawnSync('stat', ['--format=%U', path], { encoding: 'utf8' })
  return stdout.trim() === USER
}

export const reloadUnits = (): void => run('systemctl', 'daemon-reload')
export const isActive = (unit: string): boolean => succeeds('systemctl', '--quiet', 'is-active', unit)
export const enable = (unit: string): void => run('systemctl', '--quiet', 'enable', unit)
export const stop = (unit: string): void => run('systemctl', '--quiet', 'stop', unit)
export const disableAndStop = (unit: string): void => run('systemctl', '--quiet', 'disable', '--now', unit)

/** Returns when the unit is ready. systemd retries a failed start; only the first attempt is awaited. */
export function start(unit: string): void {
  const { status } = spawnSync('systemctl', ['start', unit], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0)
    throw new Error(`${unit} did not start; systemd keeps retrying. Run "journalctl -u ${unit} -n 50" to see why`)
}

export const showStatus = (units: readonly string[]): number =>
  spawnSync('systemctl', ['status', '--no-pager', ...units], { stdio: 'inherit' }).status ?? 1
