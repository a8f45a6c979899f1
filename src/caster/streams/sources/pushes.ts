// Stations that push their stream to this node.

import { mayStayConnected, NO_RULE, type PushRules } from '../../../domain/stations/certificate.ts'
import type { StandbySources, Which } from '../../../domain/stations/standby.ts'
import type { Holding } from '../../sharing/holding.ts'
import { listenTo, type Pushed } from './push-connection.ts'
import { type Proof, replacesPush } from './push-proof.ts'
import type { SourceRegistry } from './source-registry.ts'
import type { StationSource } from './station-sources.ts'

interface Push extends StationSource {
  /** When it was accepted (performance.now). */
  readonly since: number
  readonly proof: Proof
}

export interface PushesDependencies {
  readonly stations: SourceRegistry
  readonly clock: () => Date
  /** A push that has sent nothing yet keeps its mountpoint for this long. */
  readonly firstBytesMs: number
}

export class Pushes {
  readonly #dependencies: PushesDependencies
  readonly #pushes: Readonly<Record<Which, Map<number, Push>>> = { first: new Map(), backup: new Map() }

  constructor(dependencies: PushesDependencies) {
    this.#dependencies = dependencies
  }

  /** Replaces an earlier push of the same source. */
  add(stationId: number, pushed: Pushed, { proof, holding, which }: AcceptedPush): void {
    this.close(stationId, which)
    const { stations } = this.#dependencies
    const relay = stations.newRelay(stationId, which, holding)
    const left = () => {
      if (this.#pushes[which].get(stationId) !== source) return
      this.#pushes[which].delete(stationId)
      stations.of(stationId).leave(which, source)
    }
    const close = () => {
      left() // before the socket closes, so that the next push finds the mountpoint free
      pushed.socket.destroy()
    }
    const standby = which === 'backup' ? 'push' : null
    const source: Push = { since: performance.now(), proof, relay, standby, close }
    this.#pushes[which].set(stationId, source)
    stations.of(stationId).enter(which, source, holding)
    listenTo(pushed, relay.receive, left)
  }

  close(stationId: number, which: Which = 'first'): void {
    this.#pushes[which].get(stationId)?.close()
  }

  /** Whether the source delivers data, or a push was accepted so recently that its first bytes may still arrive. */
  isBrought(stationId: number, which: Which): boolean {
    const now = performance.now()
    const push = this.#pushes[which].get(stationId)
    const isNew = push !== undefined && now - push.since < this.#dependencies.firstBytesMs
    return isNew || this.#dependencies.stations.hasBytes(stationId, which, now)
  }

  /** Call when a push was accepted with `proof`: closes a connected push with a weaker or outdated proof. */
  endOutdone(stationId: number, proof: Proof, which: Which = 'first'): void {
    const push = this.#pushes[which].get(stationId)
    if (push && replacesPush(proof, push.proof)) push.close()
  }

  /**
   * Closes pushes whose proof the rules no longer accept and returns their stations. The rules apply as of `asOf`, when
   * they were read: newer rules may cover a push that was accepted later, or whose certificate expired later.
   */
  endUnproven(rules: PushRules, asOf: number): number[] {
    const now = new Date(this.#dependencies.clock().getTime() - (performance.now() - asOf))
    const ended: number[] = []
    for (const which of ['first', 'backup'] as const)
      for (const [stationId, { since, proof, close }] of this.#pushes[which]) {
        if (since >= asOf || mayStayConnected(rules.get(stationId) ?? NO_RULE, which, proof, now)) continue
        close()
        ended.push(stationId)
      }
    return ended
  }

  /** Closes pushes of stations that were archived. */
  endUnregistered(isRegistered: (stationId: number) => boolean): void {
    for (const pushes of Object.values(this.#pushes))
      for (const [stationId, push] of pushes) if (!isRegistered(stationId)) push.close()
  }

  /** Closes standby pushes of stations that had no such source at `asOf`. */
  endUnwantedStandby(standby: StandbySources, asOf: number): void {
    for (const [stationId, push] of this.#pushes.backup)
      if (push.since < asOf && standby.get(stationId)?.kind !== 'push') push.close()
  }

  /** Releases the lease of stations whose push is silent, so that the base can reconnect through any node. */
  releaseSilent(isTaken: (stationId: number) => boolean): void {
    for (const stationId of this.#pushes.first.keys()) {
      const { holding, serving } = this.#dependencies.stations.of(stationId)
      if (serving === 'first' && holding?.isHeld && !isTaken(stationId)) holding.rest()
    }
  }

  closeAll(): void {
    for (const pushes of Object.values(this.#pushes)) for (const push of [...pushes.values()]) push.close()
  }
}

export interface AcceptedPush {
  readonly proof: Proof
  /** `null` if this node shares its streams with no other node, or if the source waits. */
  readonly holding: Holding | null
  readonly which: Which
}
