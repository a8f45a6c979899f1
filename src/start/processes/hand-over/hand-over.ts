// Exchanges the process that serves while the service goes on. The first process stays whatever is exchanged: it becomes the keeper of the next.
import { existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { environmentAsGiven } from '../../../base/config/config.ts'
import type { Service } from '../../service.ts'
import type { Predecessor } from './predecessor.ts'
import { Successor } from './successor.ts'

export interface HandOverMeans {
  readonly say: (message: string) => void
  readonly complain: (message: string) => void
  /** Null: this process was the first. */
  readonly predecessor: Predecessor | null
}

/** Beside the command, whichever release that is of now. */
const keeperProgram = () => join(dirname(realpathSync(process.argv[1]!)), 'keeper.js')

export class HandOver {
  readonly #service: Service
  readonly #means: HandOverMeans
  readonly #stopping = new AbortController()
  #next: Successor | null = null
  #underWay: Promise<void> | null = null
  #tellDone: () => void = () => {}
  /** Another process serves, and this one has nothing left to do. */
  readonly done = new Promise<void>((resolve) => {
    this.#tellDone = resolve
  })

  constructor(service: Service, means: HandOverMeans) {
    this.#service = service
    this.#means = means
  }

  begin(): void {
    if (this.#stopping.signal.aborted) return
    const { predecessor, complain } = this.#means
    const isNew = predecessor !== null && predecessor.keeper === null
    if (this.#underWay || isNew) return void complain('hand-over: one is under way already')
    this.#underWay = this.#run()
      .catch((error) => complain(`hand-over failed, the service goes on as it was: ${error.message}`))
      .finally(() => {
        this.#underWay = null
      })
  }

  /** Also of a successor, as long as nobody else keeps that. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const next = this.#next
    if (!next) return void (await Promise.all([this.#service.stop(), this.#underWay]))
    await Promise.all([this.#means.predecessor ? null : next.stop(), this.#underWay])
  }

  async #run(): Promise<void> {
    const { say, predecessor } = this.#means
    if (process.platform !== 'linux') throw new Error('only Linux lets two processes share the ports: restart instead')
    if (!existsSync(keeperProgram())) throw new Error(`${keeperProgram()} is missing`)
    say('hand-over: starting the next process …')
    const next = await Successor.start(this.#service.listeners(), this.#stopping.signal)
    if (this.#stopping.signal.aborted) return next.stop()
    if (predecessor) await next.meet(predecessor.keeper!, true)
    this.#next = next
    say(`hand-over: process ${next.pid} serves; the one before finishes what was asked …`)
    await this.#service.retire()
    if (this.#stopping.signal.aborted) return
    if (!predecessor) return becomeKeeperOf(next, this.#means)
    next.letGo()
    say('hand-over: done')
    this.#tellDone()
  }
}

/** The same process, with another program in it. Whatever this one held in memory is free. */
async function becomeKeeperOf(next: Successor, { complain }: HandOverMeans): Promise<void> {
  if (!next.isUp) {
    complain('hand-over: the next process has ended, and nobody serves')
    process.exit(1)
  }
  const path = join(mkdtempSync(join(tmpdir(), 'vertice-keeper-')), 'line')
  await next.meet(path, false)
  const command = [process.execPath, keeperProgram(), path, String(next.pid)]
  process.execve!(process.execPath, command, environmentAsGiven())
}
