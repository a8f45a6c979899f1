// Paths of the service on a machine, as in the units of deploy/systemd; below another folder when a package is built.
import { join } from 'node:path'

export const USER = 'vertice'

export const UNITS = '/etc/systemd/system'
export const SETTINGS = '/etc/vertice'
export const SETTINGS_FILE = `${SETTINGS}/vertice.env`
export const DATA = '/var/lib/vertice'
/** A machine with this folder makes daily backups. */
export const BACKUPS = `${DATA}/backups`
/** Created by systemd at start (LogsDirectory, CacheDirectory). */
export const MADE_BY_SYSTEMD = ['/var/log/vertice', '/var/cache/vertice']

/** `root` is the folder that becomes / later; `null` for the running system. */
export const beneath = (root: string | null, path: string): string => (root === null ? path : join(root, path))
