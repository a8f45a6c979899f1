// The process that serves, as the next one sees it; and later the keeper, who lives as long as the service does.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromArgument, type InheritedSockets } from './sockets.ts'
import type { FromSuccessor, ToSuccessor } from './successor.ts'

/** The keeper is being started when its path is told. */
const MEETING_MS = 20_000
const AGAIN_MS = 20

export interface Asked {
  stop(): void
  handOver(): void
}

export class Predecessor {
  readonly inherited: InheritedSockets
  #line: Socket | null = null
  #hasLeft = false
  /** Where the keeper listens, once it was told. */
  keeper: string | null = null

  private constructor(inherited: InheritedSockets) {
    this.inherited = inherited
  }

  /** `argument`: what it said of its sockets. Null: nobody started this process for that. */
  static of(argument: string): Predecessor | null {
    return process.connected ? new Predecessor(fromArgument(argument)) : null
  }

  /** From now on: to whom it is told when the keeper asks for something, or is gone. */
  heed(asked: Asked): void {
    // Before there is a keeper, this is how one notices that nobody wants us any more.
    process.once('disconnect', () => this.keeper === null && asked.stop())
    process.once('message', ({ keeper }: ToSuccessor) => {
      this.keeper = keeper
      void this.#meet(keeper, asked).catch(() => asked.stop())
    })
  }

  ready(): Promise<void> {
    return tell('ready')
  }

  failed({ message }: Error): Promise<void> {
    return tell({ failed: message })
  }

  /** The last word of this process. `isReplaced`: another one serves in its place. */
  leave(isReplaced: boolean): void {
    this.#hasLeft = true
    this.#line?.end(isReplaced ? '' : 'stopped\n')
    if (process.connected) process.disconnect()
  }

  async #meet(path: string, asked: Asked): Promise<void> {
    const line = await lineTo(path)
    this.#line = line
    line.on('error', () => {}) // its end is what counts
    line.once('close', () => {
      if (this.#hasLeft) return
      rmSync(dirname(path), { recursive: true, force: true }) // the keeper is gone, however that was
      asked.stop()
    })
    createInterface({ input: line }).on('line', (word) => {
      if (word === 'stop') asked.stop()
      if (word === 'hand over') asked.handOver()
    })
    await tell('kept')
  }
}

async function lineTo(path: string): Promise<Socket> {
  for (const since = performance.now(); ; ) {
    const socket = connect(path)
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (performance.now() - since > MEETING_MS) throw error
      await sleep(AGAIN_MS)
    }
  }
}

/** Whoever cannot be told any more is gone, which is noticed elsewhere. */
const tell = (message: FromSuccessor) =>
  new Promise<void>((told) => {
    if (!process.connected) return told()
    process.send!(message, undefined, {}, () => told())
  })
