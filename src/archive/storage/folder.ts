// The archive in a folder: the default, below DATA_DIR.
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { FileMissing, type Storage } from './storage.ts'

const UNFINISHED = '.unfinished'

export class FolderStorage implements Storage {
  readonly place: string

  constructor(folder: string) {
    this.place = folder
  }

  /** A killed process leaves the file in its old or its new place, whole. */
  async put(name: string, localFile: string): Promise<void> {
    const target = this.#pathOf(name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await flush(localFile)
    await rename(localFile, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error
      await copyAcrossDisks(localFile, target)
    })
  }

  async read(name: string) {
    const path = this.#pathOf(name)
    const stream = createReadStream(path)
    await new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve())
      stream.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ENOENT' ? new FileMissing(name) : error),
      )
    })
    return stream
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true })
  }

  async *list(prefix: string) {
    const folder = await opendir(this.place, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for await (const entry of folder) {
      if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue
      const path = join(entry.parentPath, entry.name)
      const name = relative(this.place, path).split(sep).join('/')
      if (name.startsWith(prefix)) yield { name, bytes: (await stat(path)).size }
    }
  }

  #pathOf(name: string): string {
    if (name.split('/').some((part) => part === '' || part === '.' || part === '..'))
      throw new Error(`${name} is not a name in the archive`)
    return join(this.place, name)
  }
}

async function copyAcrossDisks(localFile: string, target: string): Promise<void> {
  const unfinished = `${target}${UNFINISHED}`
  await copyFile(localFile, unfinished)
  await flush(unfinished)
  await rename(unfinished, target)
  await rm(localFile, { force: true })
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
