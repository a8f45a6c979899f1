// State for the next run, in a file beside the caster's files. It holds no passwords.
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BkgFailure } from '../failure.ts'
import { removeAbandoned, temporaryFor } from '../files/temporary.ts'

const NAME = '.vertice-bridge.json'

export interface Memory {
  /** When the caster last answered, by this machine's clock; `null` if never. */
  readonly answeredSecond: number | null
  /** Users to disconnect. Saved before the files, so that a bridge that was killed in between does not forget them. */
  readonly toDisconnect: readonly string[]
  /** The files include all events up to this time; `null` if unknown. */
  readonly eventsUntil: string | null
}

const NOTHING: Memory = { answeredSecond: null, toDisconnect: [], eventsUntil: null }

export class MemoryFile {
  readonly #path: string
  #saved = ''

  constructor(folder: string) {
    this.#path = join(folder, NAME)
  }

  /** A missing or damaged file means that nothing is known. */
  async read(): Promise<Memory> {
    try {
      return { ...NOTHING, ...JSON.parse(await readFile(this.#path, 'utf8')) }
    } catch {
      return NOTHING
    }
  }

  async save(memory: Memory): Promise<void> {
    const text = `${JSON.stringify(memory)}\n`
    if (text === this.#saved) return
    const temporary = temporaryFor(this.#path)
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, this.#path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw new BkgFailure('folder', `${this.#path}: ${(error as NodeJS.ErrnoException).code}`)
    }
    this.#saved = text
  }

  tidy(): Promise<void> {
    return removeAbandoned(this.#path)
  }
}
