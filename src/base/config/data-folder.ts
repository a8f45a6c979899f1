// Where the data are when DATA_DIR does not say it.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isRelease } from './values.ts'

/** Where Debian and others expect what a service of the whole machine keeps. */
const SYSTEM_FOLDER = '/var/lib/vertice'

/**
 * In a checkout beside the sources. The folder of a release is not ours to write to: as systemd says (StateDirectory=), else of the machine
 * for root, who starts services, and of the user for everybody else; the same from whatever folder a command is run.
 */
export function dataFolder(
  text: (name: string) => string | null,
  { release = isRelease, root = process.getuid?.() === 0 } = {},
): string {
  if (!release) return 'data'
  const given = text('STATE_DIRECTORY')?.split(':')[0]
  if (given) return given
  if (root) return SYSTEM_FOLDER
  return join(text('XDG_DATA_HOME') ?? join(homedir(), '.local/share'), 'vertice')
}
