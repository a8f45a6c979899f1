import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the data directory, for its owner only, if it does not exist. Not with the option `recursive` of `mkdirSync`: Node 24 loops forever
 * if a file system has no folders to make, such as /proc.
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new Error(`DATA_DIR: ${dataDir} cannot be made (${(error as NodeJS.ErrnoException).code})`)
  }
  if (!statSync(dataDir).isDirectory()) throw new Error(`DATA_DIR: ${dataDir} is a file; name a folder`)
}

function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // Another process made it.
  }
}
