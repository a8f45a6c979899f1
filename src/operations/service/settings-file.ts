// The settings file of a machine: .env.example with every setting commented out, so that only chosen values are set.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { projectRoot } from '../../base/config/config.ts'

/** Set by the units. */
const OF_THE_UNIT = ['DATA_DIR', 'ROLES']

const HEAD = `# Settings of the service. Each is explained and has its default, behind a "#". To set one, take the "#" away, and restart:
# "systemctl restart vertice" (or vertice-app, vertice-caster). A value that makes no sense stops the start with one line: "journalctl -u vertice".
# A value with spaces, quotes, "#" or "\\" stands between single quotes: MAIL_FROM='Red RTK <rtk@example.mx>'
# After a change of HOST, PORT or a port of the caster: "vertice service install", then "systemctl restart vertice.socket".
# Where the data are and what this machine does (DATA_DIR, ROLES) is said by the unit.
# What describes the network (its name, the caster's address, distances …) is not here: see "vertice service run network show".`

export const exampleSettings = (): string => readFileSync(join(projectRoot, '.env.example'), 'utf8')

export function renderSettings(example: string): string {
  const [, ...blocks] = example.trimEnd().split(/\n{2,}/)
  const shown = blocks.filter((block) => !OF_THE_UNIT.some((name) => block.includes(`\n${name}=`)))
  const commented = shown.map((block) => block.replace(/^(?=[A-Z])/gm, '#').replaceAll('npx vertice', 'vertice'))
  return `${[HEAD, ...commented].join('\n\n')}\n`
}

/** The settings in such a file; empty if it does not exist. */
export const settingsOf = (path: string): NodeJS.Dict<string> =>
  existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
