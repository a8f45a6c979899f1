// Default of DATA_DIR.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isRelease } from './values.ts'

/** The location for system services according to the FHS. */
const SYSTEM_FOLDER = '/var/lib/vertice'

/**
 * In a checkout, next to the sources. A release cannot write to its own folder: it uses systemd's StateDirectory=, else
 * the machine's folder for root and the user's folder for other users, independent of the working directory.
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
