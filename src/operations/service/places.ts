// Where what belongs to the service is on a machine, as the units in deploy/systemd say; beneath another folder for whoever builds a package.
import { join } from 'node:path'

export const USER = 'vertice'

export const UNITS = '/etc/systemd/system'
export const SETTINGS = '/etc/vertice'
export const SETTINGS_FILE = `${SETTINGS}/vertice.env`
export const DATA = '/var/lib/vertice'
/** A machine that has this folder makes daily backups there. */
export const BACKUPS = `${DATA}/backups`
/** What systemd makes at a start (LogsDirectory, CacheDirectory). */
export const MADE_BY_SYSTEMD = ['/var/log/vertice', '/var/cache/vertice']

/** `root`: the folder that will be / one day; null where it is / already. */
export const beneath = (root: string | null, path: string): string => (root === null ? path : join(root, path))
