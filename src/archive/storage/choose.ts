import { join } from 'node:path'
import { FolderStorage } from './folder.ts'
import type { Bucket } from './s3.ts'
import type { Storage } from './storage.ts'

/** The bucket if one is configured, otherwise a folder. The code for buckets is loaded only if needed. */
export async function storageOf(config: {
  readonly dataDir: string
  readonly archiveBucket: Bucket | null
}): Promise<Storage> {
  if (config.archiveBucket === null) return new FolderStorage(join(config.dataDir, 'archive'))
  const { S3Storage } = await import('./s3.ts')
  return new S3Storage(config.archiveBucket)
}
