import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the data directory, accessible only to its owner, if it does not exist. Does not use `recursive` of
 * `mkdirSync`: Node 24 loops forever on file systems that cannot create folders, such as /proc.
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
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // Another process created it.
  }
}
