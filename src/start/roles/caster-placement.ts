// The caster of a service: in this process if it has no other role, in child processes otherwise.
import type { Component } from '../../base/running/component.ts'
import { forgetNode } from '../../store/operations/nodes/rows.ts'
import type { CasterPorts } from '../processes/caster-process.ts'
import type { CasterProcesses } from '../processes/caster-processes.ts'
import type { ServiceContext } from './context.ts'

interface RunningCaster extends CasterPorts {
  /** Id of its node; `null` if the caster runs in child processes. */
  readonly node: string | null
  /** `null` if the caster runs in this process. */
  readonly processes: CasterProcesses | null
  isDraining(): boolean
  stop(): Promise<void>
}

export class PlacedCaster implements Component {
  readonly #context: ServiceContext
  #starting: Promise<RunningCaster> | null = null
  #running: RunningCaster | null = null

  constructor(context: ServiceContext) {
    this.#context = context
  }

  /** `null` until the caster has started. */
  get running(): RunningCaster | null {
    return this.#running
  }

  /** Starts the caster without waiting for it. */
  begin(): void {
    this.#starting = this.#place()
    this.#starting.catch(() => {}) // `start` reports the failure.
  }

  async start(): Promise<void> {
    await this.#starting
  }

  async stop(): Promise<void> {
    await (await this.#settled())?.stop()
  }

  async #place(): Promise<RunningCaster> {
    this.#running = await (this.#context.isCasterHere ? startHere(this.#context) : startProcesses(this.#context))
    return this.#running
  }

  /** `null` if the caster failed to start. */
  async #settled(): Promise<RunningCaster | null> {
    return (await this.#starting?.catch(() => null)) ?? null
  }
}

// Imported on demand: a process loads only the code of its roles.

async function startHere(context: ServiceContext): Promise<RunningCaster> {
  const { config, reader } = context
  const { casterName, sockets } = context.options
  const [{ startCasterRole }, { recordingPlace }] = await Promise.all([
    import('./caster.ts'),
    import('../caster/recording.ts'),
  ])
  const role = await startCasterRole(
    { ...context, current: () => reader.current(), archive: recordingPlace(config) },
    { ...config, casterName, sockets },
  )
  const { address, tlsAddress } = role.caster
  return { ...role, address, tlsAddress, node: role.lease.id, processes: null }
}

async function startProcesses({ db, config, log, metrics, options }: ServiceContext): Promise<RunningCaster> {
  const { startCasterProcesses } = await import('../processes/caster-processes.ts')
  // Its rovers and bases reconnect before its lease expires after ten seconds.
  const ended = (node: string) => void forgetNode(db, node).catch(() => {})
  const processes = await startCasterProcesses(config, log, ended, options.sockets)
  metrics.watchCasterProcesses(processes)
  return { ...processes, node: null, processes, isDraining: () => false }
}
