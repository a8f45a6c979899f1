// The storage that the configuration names.
import { archiveFolder } from '../segments/places.ts'
import { FolderStorage } from './folder.ts'
import type { Storage } from './storage.ts'

export const openStorage = ({ dataDir }: { readonly dataDir: string }): Storage =>
  new FolderStorage(archiveFolder(dataDir))
