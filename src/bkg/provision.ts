// Vértice issues, a BKG caster serves: keeps the caster's three files as the credentials are, has it read them, and cuts who lost access. Whatever a process
// that was killed left half done, the next one finds out: it compares the files with what should be in them, and always tells the caster once.

import { inTurns } from '../base/running/turns.ts'
import { type LoopWatch, wakeableLoop } from '../base/running/wakeable-loop.ts'
import type { KeyRing } from '../base/secrets.ts'
import { type Plan, planOf } from '../domain/bkg/plan.ts'
import type { BkgCounts, BkgFailure } from '../domain/bkg/state.ts'
import { nextStep, retryAfterMs, type Told } from '../domain/bkg/telling.ts'
import { findBkgMemory, saveBkgState } from '../store/bkg/casters.ts'
import type { Current } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { type AdminPages, adminPages } from './admin.ts'
import { BkgFailed } from './failed.ts'
import {
  FILES,
  type FileKind,
  type FilesFound,
  linesIn,
  lookAtFolder,
  ourUsersIn,
  readFolder,
  textsOf,
  tidyFolder,
  writeOne,
} from './folder.ts'
import { KnownFiles } from './known-files.ts'
import { ChangedMeanwhile } from './look.ts'
import { BkgModel, earlier } from './model.ts'

const EVERY_MS = 1_000
/** However much happens: what comes meanwhile is one change. */
const GAP_MS = 50
/** A node says so often that it goes on. */
const SAY_EVERY_MS = 10_000
const TIDY_EVERY_MS = 60_000
const KICKS_AT_ONCE = 200

export interface BkgTarget {
  readonly folder: string
  readonly adminUrl: string
}

export interface BkgServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly node: string
  readonly target: BkgTarget
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch | undefined
  readonly metrics?: BkgMetrics | undefined
  /** Calls back with a credential that changed; null: something may have been missed. */
  readonly onChange: (tell: (id: number | null) => void) => void
}

/** Who wants figures. */
export interface BkgMetrics {
  state(figures: BkgFigures): void
  rehashed(succeeded: boolean): void
  kicked(): void
}

export interface BkgFigures {
  readonly behindSince: number | null
  readonly lagMs: number | null
  readonly counts: BkgCounts
}

const NO_COUNTS: BkgCounts = {
  users: 0,
  mountpoints: 0,
  mountpointsTaken: 0,
  allLine: false,
  leftOut: { username: 0, password: 0, taken: 0, line_full: 0, fence: 0 },
}

export class BkgProvision {
  readonly #services: BkgServices
  readonly #model: BkgModel
  readonly #pages: AdminPages
  /** Credentials that we were told of. */
  #changed = new Set<number>()
  #plan: Plan | null = null
  #stations: number | null = null
  #nextInstant = Number.NEGATIVE_INFINITY
  readonly #files = new KnownFiles()
  /** What changed is told once: a round that did not come to its end is done again. */
  #isUnfinished = true
  /** For whoever is at the files. */
  #isWaiting = false
  #told: Told = { fileSecond: null, answeredSecond: null, progress: 'new' }
  #behindSince: number | null = null
  #cutsDue = new Set<string>()
  /** Somebody may be connected who lost access: at the start nobody knows. */
  #sweepDue = true
  #failure: BkgFailure | null = null
  #failures = 0
  #retryAt = Number.NEGATIVE_INFINITY
  #writtenAt: Date | null = null
  #toldAt: Date | null = null
  #lagMs: number | null = null
  #remembers = false
  #saidAt = Number.NEGATIVE_INFINITY
  #said = ''
  #tidyAt = Number.NEGATIVE_INFINITY

  constructor(services: BkgServices) {
    this.#services = services
    this.#model = new BkgModel(services.db, services.keys)
    this.#pages = adminPages({ url: services.target.adminUrl })
  }

  get plan(): Plan | null {
    return this.#plan
  }

  /** Why it does not go on; null: it does. */
  get failure(): BkgFailure | null {
    return this.#failure
  }

  /** The caster has all there is for sure, and nobody is to be cut. */
  get isDone(): boolean {
    return this.#told.progress === 'sure' && !this.#sweepDue && this.#cutsDue.size === 0
  }

  changed(id: number | null): void {
    if (id === null) this.#model.doubt()
    else this.#changed.add(id)
  }

  /** In how many milliseconds there is something to do; null: when somebody calls. */
  get dueInMs(): number | null {
    if (this.#failure || this.#isWaiting) return null
    const now = this.#services.clock().getTime()
    const step = nextStep(this.#told, Date.now())
    const telling = step.step === 'wait' ? step.milliseconds : step.step === 'done' ? Number.POSITIVE_INFINITY : 0
    const due = Math.min(telling, this.#nextInstant - now)
    return due < EVERY_MS ? Math.max(0, due) : null
  }

  /** One round: what is so now goes into the files, and the caster is told. */
  async run(): Promise<void> {
    await this.#remember()
    await this.#tidy()
    this.#isWaiting = false
    try {
      await this.#write()
      if (performance.now() >= this.#retryAt) await this.#tell()
    } catch (error) {
      this.#isWaiting = error instanceof ChangedMeanwhile
      if (!this.#isWaiting) this.#fail(error)
    }
    await this.#say()
  }

  #fail(error: unknown): void {
    if (!(error instanceof BkgFailed)) throw error
    if (this.#failure?.code !== error.failure.code) this.#services.warn(error)
    this.#failure = error.failure
    this.#failures += 1
    this.#retryAt = performance.now() + retryAfterMs(this.#failures)
    this.#behindSince ??= this.#services.clock().getTime()
  }

  async #remember(): Promise<void> {
    if (this.#remembers) return
    const { db, node, target } = this.#services
    const memory = await findBkgMemory(db, node, target.folder)
    if (memory) {
      this.#writtenAt = memory.writtenAt
      this.#toldAt = memory.toldAt
      this.#lagMs = memory.lagMs
      this.#told = { ...this.#told, answeredSecond: memory.toldSecond }
      for (const user of memory.cutsDue) this.#cutsDue.add(user)
    }
    this.#remembers = true
  }

  async #tidy(): Promise<void> {
    if (performance.now() < this.#tidyAt) return
    this.#tidyAt = performance.now() + TIDY_EVERY_MS
    await tidyFolder(this.#services.target.folder)
  }

  async #write(): Promise<void> {
    const { clock, current, target } = this.#services
    const { book, stations } = await current()
    const told = [...this.#changed]
    this.#changed = new Set()
    const now = clock().getTime()
    const since = await this.#model.refresh(told, now).catch((error) => {
      this.#model.doubt()
      throw error
    })
    const isInstant = now >= this.#nextInstant
    const looks = await lookAtFolder(target.folder)
    const isAsLeft = !this.#isUnfinished && this.#files.areAsLeft(looks)
    if (isAsLeft && since === null && !isInstant && stations === this.#stations) return
    this.#isUnfinished = true
    const changedAt = earlier(since, isInstant && this.#plan ? this.#nextInstant : now)!

    if (this.#files.areBeingChanged(looks)) {
      this.#behindSince ??= changedAt
      throw new ChangedMeanwhile(target.folder)
    }
    const found = await readFolder(target.folder)
    this.#files.read(found, looks)
    const { theirs, formerly } = await linesIn(found)
    const offered = { mounts: [...book.mounts.values()], groups: book.groups, formerly }
    const before = this.#plan
    const plan = await inTurns(planOf(this.#model.served(now), offered, theirs))
    if (!before) await this.#findChangedPasswords(found, plan)
    const texts = await textsOf(plan, found)
    const differing = FILES.filter((kind) => texts[kind] !== found[kind].text)
    if (this.#model.cut.size > 0 || differing.length > 0) {
      for (const user of this.#model.cut) this.#cutsDue.add(user)
      this.#model.cut.clear()
      this.#sweepDue = true
      this.#behindSince ??= changedAt
      this.#told = { ...this.#told, progress: 'new' }
      await this.#say(true) // before the files: whoever comes after us knows whom to cut
      for (const kind of differing) await this.#put(kind, found, texts[kind])
      if (differing.length > 0) this.#writtenAt = clock()
    }
    this.#plan = plan
    this.#stations = stations
    this.#nextInstant = this.#model.nextAfter(now)
    this.#isUnfinished = false
  }

  async #put(kind: FileKind, found: FilesFound, text: string, at: number | null = null): Promise<void> {
    const { second, sign } = await writeOne(found[kind], text, at)
    this.#told = { ...this.#told, fileSecond: second }
    this.#files.wrote(kind, sign)
  }

  /** Somebody changed one while nobody wrote the files, or was killed before it cut. */
  async #findChangedPasswords(found: FilesFound, plan: Plan): Promise<void> {
    const written = new Set(plan.users)
    for (const { name, password } of await ourUsersIn(found))
      if (!written.has(`${name}:${password}`)) this.#cutsDue.add(name)
  }

  async #tell(): Promise<void> {
    const { target, clock, metrics } = this.#services
    const step = nextStep(this.#told, Date.now())
    if (step.step === 'wait') return
    if (step.step === 'done') {
      await this.#sweep(true)
      return this.#settle()
    }
    const isConfirming = this.#told.progress === 'given'
    if (step.step === 'renew') {
      const found = await readFolder(target.folder)
      if (!this.#files.isAsLeft('users', found.users)) throw new ChangedMeanwhile(found.users.path)
      await this.#put('users', found, found.users.text ?? '', step.second)
    }
    await this.#pages.rehash().then(
      () => metrics?.rehashed(true),
      (error) => {
        metrics?.rehashed(false)
        throw error
      },
    )
    const answeredSecond = Math.max(Math.floor(Date.now() / 1_000), step.step === 'renew' ? (step.second ?? 0) - 1 : 0)
    this.#told = { ...this.#told, answeredSecond, progress: isConfirming ? 'sure' : 'given' }
    this.#toldAt = clock()
    await this.#sweep(isConfirming)
    this.#settle()
  }

  #settle(): void {
    this.#failure = null
    this.#failures = 0
    if (this.#behindSince === null) return
    this.#lagMs = Math.max(0, this.#services.clock().getTime() - this.#behindSince)
    this.#behindSince = null
  }

  /** Cuts who sits where they may not any more, until nobody is found; who is let in again with another password only when that is sure. */
  async #sweep(isSure: boolean): Promise<void> {
    const plan = this.#plan
    if (!plan || (!this.#sweepDue && this.#cutsDue.size === 0)) return
    const listeners = await this.#pages.listeners()
    const isToGo = ({ user, mountpoint }: { user: string; mountpoint: string }) =>
      plan.isOurs(mountpoint) &&
      !plan.counts.allLine &&
      (!plan.lets(user, mountpoint) || (isSure && this.#cutsDue.has(user)))
    const toGo = listeners.filter(isToGo).slice(0, KICKS_AT_ONCE)
    for (const { id } of toGo) {
      await this.#pages.kick(id)
      this.#services.metrics?.kicked()
    }
    if (!isSure || toGo.length === KICKS_AT_ONCE) return
    this.#cutsDue.clear()
    this.#sweepDue = toGo.length > 0
  }

  async #say(now = false): Promise<void> {
    const { db, node, target, metrics } = this.#services
    const counts = this.#plan?.counts ?? NO_COUNTS
    metrics?.state({ behindSince: this.#behindSince, lagMs: this.#lagMs, counts })
    const said = {
      node,
      folder: target.folder,
      writtenAt: this.#writtenAt,
      toldAt: this.#toldAt,
      toldSecond: this.#told.answeredSecond,
      behindSince: this.#behindSince === null ? null : new Date(this.#behindSince),
      lagMs: this.#lagMs,
      failure: this.#failure,
      counts,
      cutsDue: [...this.#cutsDue],
    }
    const text = JSON.stringify(said)
    if (!now && text === this.#said && performance.now() - this.#saidAt < SAY_EVERY_MS) return
    await saveBkgState(db, said)
    this.#said = text
    this.#saidAt = performance.now()
  }
}

/** Returns how to stop. */
export function startProvisioning(services: BkgServices): () => Promise<void> {
  const provision = new BkgProvision(services)
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    clearTimeout(timer)
    await provision.run()
    const due = provision.dueInMs
    if (due !== null) timer = setTimeout(loop.wake, due + 5)
  }
  const loop = wakeableLoop(round, { everyMs: EVERY_MS, gapMs: GAP_MS, watch: services.watch, warn: services.warn })
  services.onChange((id) => {
    provision.changed(id)
    loop.wake()
  })
  loop.wake()
  return async () => {
    await loop.stop()
    clearTimeout(timer)
  }
}
