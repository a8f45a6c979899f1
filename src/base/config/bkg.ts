// A BKG caster on this machine that serves what is issued here.
import { resolve } from 'node:path'
import { ConfigError, decoded, settingsFolder } from './values.ts'

export interface BkgConfig {
  /** Where its users.aut, groups.aut and clientmounts.aut are. */
  readonly folder: string
  /** With user and password. */
  readonly adminUrl: string
}

const FORM = 'expected http://user:password@127.0.0.1:2101'

/** One without the other would be files that nobody reads, or a caster that is told nothing. What is wrong is told without the password. */
export function bkg(folder: string | null, adminUrl: string | null): BkgConfig | null {
  if (folder === null && adminUrl === null) return null
  if (folder === null) throw new ConfigError('BKG_FOLDER: needed with BKG_ADMIN_URL, such as /etc/ntripcaster')
  if (adminUrl === null) throw new ConfigError(`BKG_ADMIN_URL: needed with BKG_FOLDER; ${FORM}`)
  const url = URL.canParse(adminUrl) ? new URL(adminUrl) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw new ConfigError(`BKG_ADMIN_URL: ${FORM}`)
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (!user || !password) throw new ConfigError(`BKG_ADMIN_URL: user or password is missing; ${FORM}`)
  return { folder: resolve(settingsFolder, folder), adminUrl }
}
