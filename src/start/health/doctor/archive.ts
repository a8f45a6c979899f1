// Checks the archive's bucket: a file can be written, listed, read and deleted.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { S3Storage } from '../../../archive/storage/s3.ts'
import { BucketError } from '../../../archive/storage/s3-errors.ts'
import type { Config } from '../../../base/config/config.ts'
import { randomCode } from '../../../base/secrets.ts'
import { about, type Finding } from './finding.ts'

const { ok, fail } = about('archive')

export async function archiveFindings({ archiveBucket }: Pick<Config, 'archiveBucket'>): Promise<Finding[]> {
  if (archiveBucket === null) return []
  const storage = new S3Storage(archiveBucket, { retryDelaysMs: [] })
  const { place } = storage
  const folder = await mkdtemp(join(tmpdir(), 'vertice-doctor-'))
  try {
    const content = randomCode(16)
    const name = `doctor/${content}`
    const file = join(folder, 'file')
    await writeFile(file, content)
    await storage.put(name, file)
    const isRead = (await text(await storage.read(name))) === content
    const isListed = (await Array.fromAsync(storage.list(name))).length === 1
    await storage.remove(name)
    return [
      isRead && isListed
        ? ok([
            `${place}: can be written, read, listed and deleted`,
            `${place}: se puede escribir, leer, listar y borrar`,
          ])
        : fail(
            [`${place} did not return the file that was written`, `${place} no devolvió el archivo que se escribió`],
            ['check the server of the bucket', 'revise el servidor del bucket'],
          ),
    ]
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    const { what, todo } = error.fault
    return [fail([`${place}: ${what[0]}`, `${place}: ${what[1]}`], todo)]
  } finally {
    await storage.close()
    await rm(folder, { recursive: true, force: true })
  }
}
