// Restores into a separate database, which replaces the current one when complete. Previous data is moved aside, never
// deleted.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KeyError, parseKeys } from '../../base/secrets.ts'
import { type DatabasePool, openDatabase } from '../../store/kit/database.ts'
import { hasCluster, UNFINISHED_RESTORE } from '../../store/kit/embedded/place.ts'
import { isInUse } from '../../store/kit/embedded/server.ts'
import { connectionOf } from '../../store/operations/backup/copy.ts'
import type { Opening } from './frames.ts'
import { loadBackup, withRecords } from './load.ts'
import { putInPlace } from './put-in-place.ts'
import type { Manifest, TableEnd } from './records.ts'
import { inScratch } from './scratch.ts'
import type { Progress } from './write.ts'

export interface RestoreOrder {
  readonly file: string
  readonly opening: Opening
  readonly progress: Progress
  /** Runs in the restored database before it is in use. */
  finish(db: DatabasePool, manifest: Manifest): Promise<void>
}

export interface Restored {
  readonly madeAt: string
  readonly loaded: readonly TableEnd[]
  readonly leftOut: readonly string[]
  readonly movedTo: readonly string[]
}

/** Restores into an external PostgreSQL database, which must be empty. `keys` is the value of ENCRYPTION_KEYS. */
export const restoreInto = (target: DatabasePool, keys: string, order: RestoreOrder): Promise<Restored> =>
  withRecords(order.file, order.opening, async (manifest, records) => {
    requireKeys(manifest, keys, 'ENCRYPTION_KEYS')
    const result = await loadBackup(connectionOf(target), manifest, records, order.progress)
    await order.finish(target, manifest)
    return { ...result, madeAt: manifest.madeAt, movedTo: [] }
  })

/** Restores into the embedded database. `keys` is the value of ENCRYPTION_KEYS, which replaces the key file. */
export async function restoreEmbedded(
  dataDir: string,
  keys: string | null,
  replace: boolean,
  order: RestoreOrder,
): Promise<Restored> {
  await requireUnused(dataDir)
  const interrupted = existsSync(join(dataDir, UNFINISHED_RESTORE))
  if ((hasCluster(dataDir) || interrupted) && !replace)
    throw new Error(`there is a database under ${dataDir}: --replace moves it aside, or set DATA_DIR to another folder`)
  return withRecords(order.file, order.opening, async (manifest, records) => {
    const keyFile = join(dataDir, 'encryption.key')
    const there = keys ?? (existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : null)
    // A key in the backup is restored with it; otherwise the key in the data directory must match.
    const newKey = keys === null && manifest.keys !== null && !opens(manifest, there) ? manifest.keys : null
    if (newKey !== null && there !== null && !replace)
      throw new Error(
        `${keyFile} is another key than the backup's: --replace moves it aside, or set DATA_DIR to another folder`,
      )
    if (newKey === null) requireKeys(manifest, there, keys === null ? keyFile : 'ENCRYPTION_KEYS')
    return inScratch(dataDir, async (embedded, folder) => {
      const result = await loadBackup(embedded.owner, manifest, records, order.progress)
      const db = openDatabase(embedded.owner, 1)
      await order.finish(db, manifest).finally(() => db.close())
      await embedded.close()
      await requireUnused(dataDir) // the service can have been started during the load
      return { ...result, madeAt: manifest.madeAt, movedTo: putInPlace(dataDir, folder, newKey) }
    })
  })
}

async function requireUnused(dataDir: string): Promise<void> {
  if (await isInUse(dataDir))
    throw new Error(
      `something runs on ${dataDir}: stop the service first (with systemd: systemctl stop vertice.socket vertice), the data under it would be taken away`,
    )
}

function opens({ keyIds }: Manifest, keys: string | null): boolean {
  if (keys === null) return keyIds.length === 0
  const ring = parseKeys(keys)
  return keyIds.every((id) => ring.knows(id))
}

function requireKeys(manifest: Manifest, keys: string | null, place: string): void {
  if (opens(manifest, keys)) return
  throw new KeyError(
    `${place}: the rows of this backup are encrypted with key ${manifest.keyIds.join(' and ')}, which is not there: put the key back first; nothing was changed`,
  )
}
