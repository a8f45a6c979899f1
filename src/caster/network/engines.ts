// The VRS engines behind the network mountpoints of this caster.
import type { NetworkMountpoint } from '../../domain/network/mountpoints/network-mountpoint.ts'
import type { CasterServices, EngineAddresses } from '../services.ts'
import { type EngineNow, EngineWatch } from './engine-watch.ts'

interface Known {
  readonly watch: EngineWatch
  /** As JSON. */
  readonly address: string
  answers: boolean
}

const NO_ENGINE: EngineNow = { away: null, shape: null }

export class Engines {
  readonly #services: CasterServices
  readonly #known = new Map<number, Known>()

  constructor(services: CasterServices) {
    this.#services = services
  }

  /** `null` if the network mountpoint has no engine. */
  of(networkId: number): EngineWatch | null {
    return this.#known.get(networkId)?.watch ?? null
  }

  now(networkId: number): EngineNow {
    return this.of(networkId) ?? NO_ENGINE
  }

  /** Returns the network mountpoints whose engine was set, replaced or removed. */
  use(addresses: EngineAddresses, networks: readonly NetworkMountpoint[]): number[] {
    const answering = new Set(networks.flatMap(({ id, engineAnswers }) => (engineAnswers ? [id] : [])))
    const changed: number[] = []
    for (const id of new Set([...this.#known.keys(), ...addresses.keys()])) {
      const [known, now] = [this.#known.get(id), addresses.get(id)]
      const [address, answers] = [JSON.stringify(now), answering.has(id)]
      if (known?.address === address) {
        // The operator may have saved the same engine again; it is then probed again.
        if (known.answers && !answers) known.watch.ask()
        known.answers = answers
        continue
      }
      changed.push(id)
      known?.watch.stop()
      this.#known.delete(id)
      if (!now) continue
      const watch = new EngineWatch(this.#services, id)
      this.#known.set(id, { watch, address, answers })
      watch.ask()
    }
    return changed
  }

  /** Probes every engine. */
  ask(): void {
    for (const { watch } of this.#known.values()) watch.ask()
  }

  stop(): void {
    for (const { watch } of this.#known.values()) watch.stop()
  }
}
