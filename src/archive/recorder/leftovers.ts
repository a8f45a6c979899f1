// Closes the files of nodes that no longer run: killed processes of this machine, or of others that share the folder.
import { copyFile, opendir, rename, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Component } from '../../base/running/component.ts'
import type { SegmentStart } from '../../domain/archive/segment.ts'
import { listClosedOfGone, listHeardNodes, markStored } from '../../store/archive/recording.ts'
import type { Database } from '../../store/kit/database.ts'
import { claimed, closedFile, type LocalFile, localFileAt, openFolder } from '../segments/places.ts'
import { FileMissing, type Storage } from '../storage/storage.ts'
import type { Closing } from './closing.ts'
import { readSegmentFile } from './compress.ts'

/** A node without a heartbeat for this long has lost its leases and counts as gone, even if its process is frozen. */
export const GONE_SECONDS = 30

/** Each check is a request to the storage. */
const SETTLE_EVERY_MS = 600_000

export interface LeftoversDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly folder: string
  readonly node: string
  readonly closing: Closing
  readonly warn: (message: string, detail: object) => void
}

interface Found extends LocalFile {
  readonly path: string
}

export class Leftovers implements Component {
  readonly tickMs = 10_000
  readonly #dependencies: LeftoversDependencies
  #isStopped = false
  #running: Promise<void> | null = null
  #settleAt = 0

  constructor(dependencies: LeftoversDependencies) {
    this.#dependencies = dependencies
  }

  /** The caster does not wait for it: reading the hour of 200 stations takes seconds. */
  start(): void {
    this.tick().catch((err: unknown) =>
      this.#dependencies.warn('Could not close leftover segments; will retry', { err }),
    )
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running?.catch(() => {})
  }

  tick(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #run(): Promise<void> {
    const { db, node, closing } = this.#dependencies
    // A file that this node claimed and could not read is retried.
    const files = (await this.#files()).filter(
      (file) => file.node !== node || (file.isClaimed && !closing.has(file.name)),
    )
    const others = [...new Set(files.map((file) => file.node))].filter((other) => other !== node)
    const heard = others.length > 0 ? await listHeardNodes(db, others, GONE_SECONDS) : new Set<string>()
    for (const file of files) if (!heard.has(file.node) && !this.#isStopped) await this.#tryToClose(file)
    if (performance.now() < this.#settleAt) return
    this.#settleAt = performance.now() + SETTLE_EVERY_MS
    for (const { name } of await listClosedOfGone(db, GONE_SECONDS))
      if (!this.#isStopped && !closing.has(name)) await this.#settle(name)
  }

  async #files(): Promise<Found[]> {
    const root = openFolder(this.#dependencies.folder)
    const entries = await opendir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const files: Found[] = []
    for await (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      const file = entry.isFile() ? localFileAt(relative(root, path).split(sep).join('/')) : null
      if (file) files.push({ ...file, path })
    }
    // An open file before its compressed one, which may lack the last records.
    return files.sort((a, b) => Number(a.isCompressed) - Number(b.isCompressed))
  }

  /** A file that cannot be read must not keep the others waiting. */
  async #tryToClose(file: Found): Promise<void> {
    try {
      await this.#close(file)
    } catch (err) {
      this.#dependencies.warn('Could not close a leftover segment; will retry in 10 s', { err, segment: file.name })
    }
  }

  async #close({ path, name, isCompressed, isUnfinished }: Found): Promise<void> {
    const { node, folder, closing, warn } = this.#dependencies
    if (isUnfinished) return rm(path, { force: true })
    // The open file is still there, so its compressed copy is made again.
    if (isCompressed && closing.has(name)) return rm(path, { force: true })
    const mine = claimed(path.replace(/\.by-[^./]+$/, ''), node)
    try {
      await rename(path, mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return // another node was faster
      throw error
    }
    const { description, counts, validBytes, isDamaged } = await readSegmentFile(mine, { isCompressed })
    if (isDamaged) {
      const kept = `${closedFile(folder, name)}.damaged`
      warn('A recorded segment is damaged; its valid part is stored', { segment: name, kept })
      await copyFile(mine, kept)
    }
    if (!description) return rm(mine, { force: true })
    const start: SegmentStart = { ...description, name }
    const target = claimed(closedFile(folder, name), node)
    closing.add({ start, counts, open: isCompressed ? null : { file: mine, validBytes }, closedFile: target })
  }

  /** The node ended after it had stored the file and before it completed the row. */
  async #settle(name: string): Promise<void> {
    const { db, storage } = this.#dependencies
    try {
      const stream = await storage.read(name)
      stream.destroy()
      await markStored(db, name)
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error // it waits on the disk of another machine
    }
  }
}
