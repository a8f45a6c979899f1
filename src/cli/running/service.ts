import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { PROCESS_ROLES, type ProcessRole, readConfig } from '../../base/config/config.ts'
import { install, installedRoles, installedUnits } from '../../operations/service/install.ts'
import { showStatus } from '../../operations/service/machine.ts'
import { runAsService } from '../../operations/service/run.ts'
import { uninstall, wouldBePurged } from '../../operations/service/uninstall.ts'
import { CommandFailure, group, onOff, text, UsageError, verb } from '../kit/command.ts'

const tell = (done: string) => console.log(done)

const rootOf = (given: string | undefined) => (given === undefined ? null : resolve(given))

/** Roles of each unit: as requested, otherwise as installed, otherwise all. */
function rolesFor(given: string | undefined, root: string | null): (readonly ProcessRole[])[] {
  if (given !== undefined) return [[...new Set(readConfig({ ROLES: given }).roles)]]
  const installed = installedRoles(root)
  return installed.length > 0 ? installed : [PROCESS_ROLES]
}

async function mustBeSure(root: string | null, isSure: boolean): Promise<void> {
  const paths = wouldBePurged(root)
  if (isSure || paths.length === 0) return
  if (!process.stdin.isTTY) throw new UsageError('--purge deletes all data; add --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`This permanently deletes: ${paths.join(', ')}\nType "purge" to continue: `)
  terminal.close()
  if (answer.trim() !== 'purge') throw new CommandFailure('nothing was removed')
}

const root = text('DIR', 'only write files below DIR, as a package does')

const installVerb = verb({
  summary: 'create the user, folders, settings and systemd unit, and start the service',
  more: `The user is vertice, data is in /var/lib/vertice, settings (each explained) in /etc/vertice/vertice.env. Existing files are kept; run it again after an update or to rewrite the unit. After a change of HOST, PORT or a caster port, run it again and restart vertice.socket.

All roles are vertice.service with vertice.socket, whose ports stay open while the service restarts; without the caster it is vertice-app.service, the caster alone vertice-caster.service, and these two may share a machine.`,
  flags: {
    roles: text('ROLES', 'roles of this machine (api,caster,worker; default: as installed, or all)'),
    'no-start': onOff('write and enable the unit without starting it'),
    root,
  },
  async run({ roles: given, 'no-start': noStart, root: beneath }) {
    const root = rootOf(beneath)
    for (const roles of rolesFor(given, root)) install({ roles, root, start: !noStart }, tell)
  },
})

const uninstallVerb = verb({
  summary: 'stop and remove the units; data, settings and user are kept',
  flags: {
    purge: onOff('also delete data, settings and user; asks first'),
    yes: onOff('do not ask'),
    root,
  },
  async run({ purge, yes, root: beneath }) {
    const root = rootOf(beneath)
    if (purge) await mustBeSure(root, yes)
    uninstall({ root, purge }, tell)
  },
})

const status = verb({
  summary: 'show the systemd status',
  async run() {
    const units = installedUnits(null)
    if (units.length === 0) throw new CommandFailure('no service is installed; run "vertice service install"')
    return showStatus(units)
  },
})

const run = verb({
  summary: 'run a command with the settings and the user of the service',
  more: 'Example: vertice service run token list --json',
  args: ['COMMAND...'],
  passesOn: true,
  run: (_, ...command) => runAsService(command),
})

export const command = group(
  { install: installVerb, uninstall: uninstallVerb, status, run },
  'Runs Vértice as a systemd service (Linux, as root).',
)
