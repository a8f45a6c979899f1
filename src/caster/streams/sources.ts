// Who brings the stations' streams: a station that pushes, or another caster that we pull from; and a second one of either behind it.

import { type OnFrame, StreamMeter, type StreamShape } from '@vertice/rtcm'
import type { StreamLoss, Upstream } from '../../domain/network/source-address.ts'
import type { SecondSources, Which } from '../../domain/stations/backup.ts'
import { mayGoOn, NO_RULE, type PushRules } from '../../domain/stations/certificate.ts'
import type { QuietLog } from '../quiet-log.ts'
import type { Holding, Ownership } from '../sharing/ownership.ts'
import { BackupPulls } from './backup-pulls.ts'
import type { BaseFeeds } from './bases.ts'
import type { Reachable } from './guarded-connection.ts'
import { NewestBytes } from './newest-bytes.ts'
import { outdoes, type Proof } from './proof.ts'
import { PullShare } from './pull-share.ts'
import { listenTo, type Pushed } from './push-line.ts'
import { Relay } from './relay.ts'
import { type Line, StationLines } from './station-lines.ts'
import { StreamClient } from './stream-client.ts'

/** Rovers wait for it: a caster that comes back is found soon. */
const DEMANDED_BACK_OFF_MS = 10_000

interface Push extends Line {
  /** When it was welcomed (performance.now). */
  readonly since: number
  /** What it came with. */
  readonly proof: Proof
}

interface Pull extends Line {
  readonly from: string
  /** Why it broke off, or was refused, and nothing has come since. */
  loss: StreamLoss | null
}

export class Sources {
  readonly #bases: BaseFeeds
  readonly #clock: () => Date
  readonly #reachable: Reachable
  readonly #log: QuietLog
  readonly #firstBytesMs: number
  readonly #pushes: Readonly<Record<Which, Map<number, Push>>> = { first: new Map(), backup: new Map() }
  readonly #pulls: Readonly<Record<Which, Map<number, Pull>>> = { first: new Map(), backup: new Map() }
  readonly #lines = new Map<number, StationLines>()
  /** Stations that are to be pulled, by this node or another. */
  #wanted: ReadonlyMap<number, Upstream> = new Map()
  /** And those that are while somebody wants them. */
  #demanded: ReadonlyMap<number, Upstream> = new Map()
  /** Other nodes pull from now on. */
  #hasHandedOver = false
  /** Where several nodes share their streams, one of them has each; null: this one shares with nobody. */
  readonly #ownership: Ownership | null
  readonly #share = new PullShare()
  readonly #backupPulls: BackupPulls
  /** Another node is heard to have it. */
  isElsewhere: (stationId: number) => boolean = () => false
  /** What is known of streams that other nodes have. */
  shapeElsewhere: (stationId: number) => StreamShape | null = () => null
  /** For the life of the caster, so that a reconnection is a gap and not a new beginning. */
  readonly meters = new Map<number, StreamMeter>()
  /** Of streams in which no observations are found: what comes instead. */
  readonly unread = new Map<number, NewestBytes>()

  /** `firstBytesMs`: so long a push is not replaced though it has sent nothing yet. */
  constructor(
    bases: BaseFeeds,
    clock: () => Date,
    reachable: Reachable,
    log: QuietLog,
    firstBytesMs: number,
    ownership: Ownership | null = null,
  ) {
    this.#ownership = ownership
    this.#bases = bases
    this.#clock = clock
    this.#reachable = reachable
    this.#log = log
    this.#firstBytesMs = firstBytesMs
    this.#backupPulls = new BackupPulls(ownership, {
      linesOf: (stationId) => this.#linesOf(stationId),
      isElsewhere: (stationId) => this.isElsewhere(stationId),
      begin: (stationId, upstream) => this.#beginPull(stationId, upstream, 'backup', null),
    })
  }

  get count(): number {
    return [...this.#lines.keys()].filter((id) => this.isFlowing(id)).length
  }

  /** Somebody brings this stream, and bytes come: a source is not taken for dead for what it sends. */
  isFlowing(stationId: number): boolean {
    const lines = this.#lines.get(stationId)
    return lines?.serving != null && lines.feed.hasSource(performance.now())
  }

  /** It flows, or somebody has just been told that it may; or the operator wants it pulled: two at once would mix their bytes. */
  isTaken(stationId: number): boolean {
    const isAwaited = this.#ownership?.isReserved(stationId) ?? false
    return this.#wanted.has(stationId) || isAwaited || this.#isBrought(stationId, 'first')
  }

  /** There is a living push with the password of the second source. */
  isBackupTaken(stationId: number): boolean {
    return this.#isBrought(stationId, 'backup')
  }

  #isBrought(stationId: number, which: Which): boolean {
    const now = performance.now()
    const push = this.#pushes[which].get(stationId)
    const isNew = push !== undefined && now - push.since < this.#firstBytesMs
    return isNew || (this.#lines.get(stationId)?.[which]?.relay.hasSource(now) ?? false)
  }

  /** The second source serves, here or elsewhere: a first one that comes back waits until it may have its mountpoint again. */
  isOnBackup(stationId: number): boolean {
    const { backup, pulse } = this.#bases.feedOf(stationId)
    return backup !== null && pulse.isAlive(performance.now())
  }

  /** On this node, where nobody has to be asked. */
  isOnBackupHere(stationId: number): boolean {
    return this.#lines.get(stationId)?.serving === 'backup'
  }

  /** What was measured of it, here or where it flows; null: nothing yet. */
  shapeOf(stationId: number, nowMs: number): StreamShape | null {
    const isHere = (this.#lines.get(stationId)?.serving ?? null) !== null
    const elsewhere = isHere ? null : this.shapeElsewhere(stationId)
    return elsewhere ?? this.meters.get(stationId)?.shape(nowMs) ?? null
  }

  /** Somebody was let in with this: whoever pushes with less, or with what was changed meanwhile, goes. */
  endOutdone(stationId: number, proof: Proof, which: Which = 'first'): void {
    const push = this.#pushes[which].get(stationId)
    if (push && outdoes(proof, push.proof)) push.close()
  }

  /**
   * Those whose certificate was removed or has ended, and those that did not show both where both are needed now. As it was when it was asked
   * (`asOf`): not who came later, nor whose certificate ended since, which another may follow that nobody could tell us of. Returns their
   * stations.
   */
  endUnproven(rules: PushRules, asOf: number): number[] {
    const now = new Date(this.#clock().getTime() - (performance.now() - asOf))
    const ended: number[] = []
    for (const which of ['first', 'backup'] as const)
      for (const [stationId, { since, proof, close }] of this.#pushes[which]) {
        if (since >= asOf || mayGoOn(rules.get(stationId) ?? NO_RULE, which, proof, now)) continue
        close()
        ended.push(stationId)
      }
    return ended
  }

  /** A first source came to another node, which could not have the station: whoever only waits here lets go of it. */
  newcomer(stationId: number, proof: Proof): void {
    this.endOutdone(stationId, proof)
    const lines = this.#lines.get(stationId)
    if (lines?.serving === null) lines.yieldTo('first')
  }

  /** Another node has a source of it that has more right to serve. */
  claimed(stationId: number, which: Which): void {
    this.#lines.get(stationId)?.yieldTo(which)
  }

  /** Of stations that were archived meanwhile. */
  endUnregistered(): void {
    for (const pushes of Object.values(this.#pushes))
      for (const [stationId, push] of pushes) if (!this.#bases.stationOf(stationId)) push.close()
  }

  /** The first takes over from whoever pushed before. */
  push(stationId: number, pushed: Pushed, proof: Proof, holding: Holding | null, which: Which = 'first'): void {
    this.#pushes[which].get(stationId)?.close()
    const lines = this.#linesOf(stationId)
    const relay = this.#relay(stationId, lines, which, holding)
    const left = () => {
      if (this.#pushes[which].get(stationId) !== source) return
      this.#pushes[which].delete(stationId)
      lines.leave(which, source)
    }
    const close = () => {
      left() // at once: whoever asks for the mountpoint next finds it free
      pushed.socket.destroy()
    }
    const backup = which === 'backup' ? 'push' : null
    const source: Push = { since: performance.now(), proof, relay, backup, close }
    this.#pushes[which].set(stationId, source)
    lines.enter(which, source, holding)
    listenTo(pushed, relay.receive, left)
  }

  /** A few times a second: who serves. */
  look(): void {
    const now = performance.now()
    this.#backupPulls.look(now)
    for (const lines of this.#lines.values()) lines.look(now)
  }

  /** About once a second: a push that is silent keeps the station from nobody, on whichever node they knock. */
  letRest(): void {
    for (const stationId of this.#pushes.first.keys()) {
      const { holding, serving } = this.#linesOf(stationId)
      if (serving === 'first' && holding?.isHeld && !this.isTaken(stationId)) holding.rest()
    }
  }

  /** Which stations have a second source of their own; one that was let in after it was asked (`asOf`) may have been made since. */
  setBackups(backups: SecondSources, asOf: number): void {
    for (const [stationId, push] of this.#pushes.backup)
      if (push.since < asOf && backups.get(stationId)?.kind !== 'push') push.close()
    const isAsBefore = (stationId: number, { from }: Pull) => {
      const backup = backups.get(stationId)
      return backup?.kind === 'pull' && this.#asPulled(stationId, backup.upstream) === from
    }
    for (const [stationId, pull] of this.#pulls.backup) if (!isAsBefore(stationId, pull)) pull.close()
    this.#backupPulls.use(backups)
  }

  isPulled(stationId: number): boolean {
    return this.#pulls.first.has(stationId)
  }

  /** Here, because somebody wants it. */
  get pulledOnDemand(): number[] {
    return [...this.#demanded.keys()].filter((stationId) => this.#pulls.first.has(stationId))
  }

  /** It was asked for, and does not come. */
  isLost(stationId: number): boolean {
    return this.lossOf(stationId) !== null
  }

  /** And why, as it was told last. */
  lossOf(stationId: number): StreamLoss | null {
    return this.#pulls.first.get(stationId)?.loss ?? null
  }

  /** Nobody wants it now, so that its silence says nothing. */
  isIdle(stationId: number): boolean {
    return this.#bases.stationOf(stationId)?.upstream != null && !this.#pulls.first.has(stationId)
  }

  /** What rovers want now of other casters: whoever wants it first pulls it, and no other node does. */
  async demand(demanded: ReadonlyMap<number, Upstream>): Promise<void> {
    this.#demanded = demanded
    this.#stopUnwanted()
    const missing = [...demanded.keys()].filter((stationId) => !this.#pulls.first.has(stationId))
    if (missing.length === 0 || this.#hasHandedOver) return
    if (!this.#ownership?.isShared) {
      for (const stationId of missing) this.#startPulling(stationId, null)
      return
    }
    const free = missing.filter((stationId) => !this.isElsewhere(stationId))
    for (const holding of await this.#ownership.take(free))
      if (!this.#startPulling(holding.stationId, holding)) holding.end()
  }

  #stopUnwanted(): void {
    for (const [stationId, pull] of this.#pulls.first) {
      const now = this.#wanted.get(stationId) ?? this.#demanded.get(stationId)
      if (!now || this.#asPulled(stationId, now) !== pull.from) pull.close()
    }
  }

  /** Makes what is pulled equal to this; of nodes that share their streams each station is pulled by one. */
  async pull(wanted: ReadonlyMap<number, Upstream>): Promise<void> {
    this.#wanted = wanted
    this.#stopUnwanted()
    const pulls = this.#pulls.first
    const missing = [...wanted.keys()].filter((stationId) => !pulls.has(stationId))
    if (missing.length === 0 || this.#hasHandedOver) return
    // Who serves the second source fetches the first too, to see whether it is back.
    const waiting = missing.filter((stationId) => !this.#ownership?.isShared || this.isOnBackupHere(stationId))
    for (const stationId of waiting) this.#startPulling(stationId, null)
    if (!this.#ownership?.isShared) return
    await this.#share.take(this.#ownership, {
      wanted: wanted.size,
      free: missing.filter((stationId) => !pulls.has(stationId) && !this.isElsewhere(stationId)),
      pulled: () => pulls.size,
      begin: (holding) => this.#startPulling(holding.stationId, holding),
    })
  }

  /** False: it is not wanted any more. */
  #startPulling(stationId: number, holding: Holding | null): boolean {
    const upstream = this.#wanted.get(stationId) ?? this.#demanded.get(stationId)
    if (!upstream || this.#hasHandedOver || this.#pulls.first.has(stationId)) return false
    this.#pushes.first.get(stationId)?.close()
    this.#beginPull(stationId, upstream, 'first', holding)
    return true
  }

  #beginPull(stationId: number, upstream: Upstream, which: Which, holding: Holding | null): void {
    const lines = this.#linesOf(stationId)
    const relay = this.#relay(stationId, lines, which, holding)
    const lost = (why: StreamLoss) => {
      relay.end(performance.now())
      source.loss = why
      // The rest mends itself, or shows in the station's health; this is for the operator to settle.
      if (why.code === 'forbidden_address' || why.code === 'not_rtcm')
        this.#log.warn('a station cannot be pulled', upstream.host, { station: stationId, why: why.code })
    }
    const data = (bytes: Buffer) => {
      source.loss = null
      relay.receive(bytes)
    }
    const events = { opened: () => relay.restart(), data, lost }
    const lastBackOffMs = this.#demanded.has(stationId) ? DEMANDED_BACK_OFF_MS : undefined
    const client = new StreamClient(upstream, this.#reachable, events, null, lines.feed.isRtcm, lastBackOffMs)
    const close = () => {
      if (this.#pulls[which].get(stationId) !== source) return
      this.#pulls[which].delete(stationId)
      client.close()
      lines.leave(which, source)
    }
    const backup = which === 'backup' ? 'pull' : null
    const source: Pull = { from: this.#asPulled(stationId, upstream), relay, backup, close, loss: null }
    this.#pulls[which].set(stationId, source)
    lines.enter(which, source, holding)
  }

  /** The others take what this one pulls. Where it shares with nobody, its own rovers need it to the end. */
  handOverPulls(): void {
    if (!this.#ownership?.isShared) return
    this.#hasHandedOver = true
    // What only rovers here want nobody else begins to pull.
    this.#endPulls((stationId) => !this.#demanded.has(stationId))
  }

  /** Whatever makes it another pull. */
  #asPulled(stationId: number, upstream: Upstream): string {
    return JSON.stringify([upstream, this.#bases.feedOf(stationId).isRtcm])
  }

  #endPulls(isOne: (stationId: number) => boolean = () => true): void {
    this.#backupPulls.use(new Map())
    for (const pulls of Object.values(this.#pulls))
      for (const [stationId, pull] of [...pulls]) if (isOne(stationId)) pull.close()
  }

  close(): void {
    for (const pushes of Object.values(this.#pushes)) for (const push of [...pushes.values()]) push.close()
    this.#wanted = new Map()
    this.#demanded = new Map()
    this.#hasHandedOver = true
    this.#endPulls()
  }

  #linesOf(stationId: number): StationLines {
    const known = this.#lines.get(stationId)
    if (known) return known
    const lines = new StationLines(this.#bases.feedOf(stationId), this.#ownership)
    this.#lines.set(stationId, lines)
    return lines
  }

  #relay(stationId: number, lines: StationLines, which: Which, holding: Holding | null): Relay {
    const { feed } = lines
    const hear: OnFrame = (payload, type) => feed.hear(payload, type)
    const meter = this.meters.get(stationId) ?? new StreamMeter(this.#clock().getTime(), hear)
    const unread = this.unread.get(stationId) ?? new NewestBytes()
    this.meters.set(stationId, meter)
    this.unread.set(stationId, unread)
    return new Relay(feed, meter, unread, this.#clock, lines.wayOf(which, holding))
  }
}
