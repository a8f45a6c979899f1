// The storage that the configuration names: a bucket if there is one, otherwise a folder.
import { archiveFolder } from '../segments/places.ts'
import { FolderStorage } from './folder.ts'
import { type Bucket, S3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

export interface StorageConfig {
  readonly dataDir: string
  readonly archiveBucket: Bucket | null
}

export const openStorage = ({ dataDir, archiveBucket }: StorageConfig): Storage =>
  archiveBucket ? new S3Storage(archiveBucket) : new FolderStorage(archiveFolder(dataDir))
