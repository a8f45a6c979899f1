// Renders the units of deploy/systemd for one machine: path of the program, and roles.
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type ProcessRole, projectRoot, readConfig } from '../../base/config/config.ts'
import { LITTLE_MEMORY_BYTES } from '../../base/limits/little-memory.ts'
import { beneath, UNITS } from './places.ts'
import type { Program } from './program.ts'

/** Either the first has all roles, or the other two share them. */
export const UNIT_NAMES = ['vertice', 'vertice-app', 'vertice-caster'] as const
export type UnitName = (typeof UNIT_NAMES)[number]

/** Marks a unit that this command wrote and may overwrite or remove. */
export const MARK = '# Written by "vertice service install".\n'
/** The template's command, for operators who copy it: where "npm install -g" installs vertice on most machines. */
const COMMAND = 'ExecStart=/usr/local/bin/vertice start'
const ROLES = /^(Environment=ROLES=)([a-z,]+)/m

/** Young generation in MB. bin/vertice.js has the same values and the reasons. */
const YOUNG = { usual: '--max-semi-space-size=32', little: '--max-semi-space-size=4' }

export const fileOf = (unit: UnitName): string => `${unit}.service`

export const pathOf = (root: string | null, unit: UnitName): string => `${beneath(root, UNITS)}/${fileOf(unit)}`

export const unitFor = (roles: readonly ProcessRole[]): UnitName =>
  !roles.includes('caster') ? 'vertice-app' : roles.length > 1 ? 'vertice' : 'vertice-caster'

export const templateOf = (unit: UnitName): string =>
  readFileSync(join(projectRoot, 'deploy', 'systemd', fileOf(unit)), 'utf8')

export function renderUnit(
  template: string,
  program: Program,
  roles: readonly ProcessRole[],
  memoryBytes = totalmem(),
): string {
  if (!template.includes(`\n${COMMAND}\n`) || !ROLES.test(template)) throw new Error('this is no unit of ours')
  const command = `ExecStart=${quoted(program.node)} ${quoted(program.entry)} start`
  const sized = memoryBytes < LITTLE_MEMORY_BYTES ? template.replace(YOUNG.usual, YOUNG.little) : template
  return MARK + sized.replace(COMMAND, () => command).replace(ROLES, (_, name) => name + roles.join(','))
}

export const rolesOf = (unit: string): readonly ProcessRole[] => readConfig({ ROLES: ROLES.exec(unit)?.[2] }).roles

export const isOurs = (unit: string): boolean => unit.startsWith(MARK)

/** Quotes a word of a command line: systemd expands % and $ (systemd.service(5), "Command lines"). */
function quoted(path: string): string {
  const plain = path.replaceAll('%', '%%').replaceAll('$', () => '$$')
  return /^[\w/.@%+:,=-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`
}
