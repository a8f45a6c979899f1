// Keeps the parts of an uploaded file in the archive's storage, where the worker of any node finds them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BaseRun, partName } from '../../domain/archive/integrity/base-run.ts'
import type { Storage } from '../storage/storage.ts'

export const partStore = (storage: Storage) => async (run: Pick<BaseRun, 'id'>, part: number, content: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'vertice-part-'))
  const file = join(folder, 'part')
  try {
    await writeFile(file, content, { mode: 0o600 })
    await storage.put(partName(run, part), file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
