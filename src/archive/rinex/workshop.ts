// Makes RINEX files in a process of its own.
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Workshop, type WorkshopOptions } from '../process/workshop.ts'
import type { StorageConfig } from '../storage/open-storage.ts'
import type { RinexJob, RinexOutcome } from './make.ts'

const MAIN = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

export type RinexWorkshopOptions = Partial<WorkshopOptions>

export class RinexWorkshop extends Workshop<RinexJob, RinexOutcome> {
  constructor(storage: StorageConfig, options: RinexWorkshopOptions = {}) {
    super(storage, { main: MAIN, purpose: 'makes RINEX files', ...options })
  }
}
