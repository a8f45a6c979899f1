// Files of a computation: every epoch of every baseline, and the coordinate of every station and day.
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { type Cell, csvLine } from '../../wire/files/csv.ts'

export type ResultFormat = 'csv' | 'json'

/** A list of rows in CSV, or in JSON as one array. */
export class ResultFile {
  readonly #out: WriteStream
  readonly #format: ResultFormat
  #rows = 0

  private constructor(out: WriteStream, format: ResultFormat) {
    this.#out = out
    this.#format = format
  }

  static async create(folder: string, name: string, format: ResultFormat): Promise<ResultFile> {
    await mkdir(folder, { recursive: true })
    const out = createWriteStream(join(folder, `${name}.${format}`))
    out.on('error', () => {}) // reported by `end`
    return new ResultFile(out, format)
  }

  write(row: Readonly<Record<string, Cell>>): void {
    const isFirst = this.#rows++ === 0
    if (this.#format === 'csv') {
      if (isFirst) this.#out.write(csvLine(Object.keys(row)))
      this.#out.write(csvLine(Object.values(row)))
    } else this.#out.write(`${isFirst ? '[\n' : ',\n'}${JSON.stringify(row)}`)
  }

  /** Waits for the disk, so that rows do not pile up in memory. */
  async ready(): Promise<void> {
    if (this.#out.writableNeedDrain && !this.#out.errored)
      await new Promise<void>((resolve) => this.#out.once('drain', () => resolve()).once('close', () => resolve()))
  }

  async end(): Promise<void> {
    if (this.#format === 'json') this.#out.write(this.#rows === 0 ? '[]\n' : '\n]\n')
    this.#out.end()
    await finished(this.#out)
  }
}
