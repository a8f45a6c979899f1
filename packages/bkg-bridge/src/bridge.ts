// One round of the bridge: the files follow the credentials, and the caster follows the files. After a kill the next
// run compares the files with what they should hold and always makes the caster reload once.
import { adminPages } from './caster/admin.ts'
import { Caster } from './caster/caster.ts'
import { retryAfterMs } from './caster/reload.ts'
import { BkgFailure, type FailureCode } from './failure.ts'
import { EditedMeanwhile } from './files/fingerprint.ts'
import {
  FILES,
  type FileKind,
  type FilesFound,
  fingerprintsIn,
  managedMountpoints,
  operatorsLines,
  readFolder,
  textsOf,
  tidyFolder,
  writeOne,
} from './files/folder.ts'
import { KnownFiles } from './files/known-files.ts'
import { type Plan, planOf } from './plan.ts'
import type { Memory, MemoryFile } from './vertice/memory.ts'
import type { Service } from './vertice/service.ts'
import { failureSentence, writtenSentence } from './words.ts'

/** Interval between rounds when no change is due sooner. */
export const ROUND_MS = 1_000
const TIDY_EVERY_MS = 60_000
/** Every round retries these: only the caster's admin page needs a back-off. */
const FILE_FAILURES: ReadonlySet<FailureCode> = new Set(['folder', 'marks', 'owner'])
/** A restart of the caster takes seconds; a longer delay needs attention. */
export const LATE_AFTER_MS = 30_000

export interface BridgeOptions {
  readonly folder: string
  readonly adminUrl: string
  readonly sessions: number
  readonly service: Service
  readonly memoryFile: MemoryFile
  readonly log: (sentence: string) => void
}

/** The input that the current files were written from. */
interface Made {
  readonly plan: Plan
  readonly version: number
  readonly nextInstant: number
}

export class Bridge {
  readonly #options: BridgeOptions
  readonly #caster: Caster
  readonly #files = new KnownFiles()
  /** `null` until the first round that wrote everything, and again whenever a round fails. */
  #made: Made | null = null
  #lastPlan: Plan | null = null
  #trouble: { readonly failure: BkgFailure; readonly count: number; readonly retryAt: number } | null = null
  #isEdited = false
  #behindSince: number | null = null
  #tidyAt = Number.NEGATIVE_INFINITY
  #eventsUntil: string | null

  constructor(options: BridgeOptions, memory: Memory) {
    this.#options = options
    this.#eventsUntil = memory.eventsUntil
    this.#caster = new Caster(adminPages(options.adminUrl), ({ user, mountpoint }) =>
      options.log(`Disconnected ${user} from /${mountpoint}`),
    )
    this.#caster.remember(memory.answeredSecond, memory.toDisconnect)
  }

  get plan(): Plan | null {
    return this.#lastPlan
  }

  /** `null` while the bridge makes progress. */
  get failure(): BkgFailure | null {
    return this.#trouble?.failure ?? null
  }

  get isInStep(): boolean {
    return this.#made !== null && this.#caster.isInStep
  }

  /** Whether a change has been pending for longer than a restart of the caster takes. */
  get isLate(): boolean {
    return this.#behindSince !== null && Date.now() - this.#behindSince >= LATE_AFTER_MS
  }

  get dueInMs(): number {
    if (this.#trouble || this.#isEdited || !this.#made) return ROUND_MS
    const due = Math.min(this.#caster.dueInMs, this.#made.nextInstant - Date.now())
    return Math.min(Math.max(0, due), ROUND_MS)
  }

  async round(): Promise<void> {
    try {
      await this.#tidy()
      await this.#write()
      if (this.#lastPlan && this.#made && performance.now() >= (this.#trouble?.retryAt ?? 0)) await this.#follow()
      await this.#save()
      this.#isEdited = false
    } catch (error) {
      this.#isEdited = error instanceof EditedMeanwhile
      if (!this.#isEdited) this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof BkgFailure)) throw error
    if (this.#trouble?.failure.message !== error.message) this.#options.log(failureSentence(error))
    const count = (this.#trouble?.count ?? 0) + 1
    const backOffMs = FILE_FAILURES.has(error.code) ? 0 : retryAfterMs(count)
    this.#trouble = { failure: error, count, retryAt: performance.now() + backOffMs }
    this.#behindSince ??= Date.now()
  }

  async #tidy(): Promise<void> {
    if (performance.now() < this.#tidyAt) return
    this.#tidyAt = performance.now() + TIDY_EVERY_MS
    await tidyFolder(this.#options.folder)
    await this.#options.memoryFile.tidy()
  }

  async #write(): Promise<void> {
    const { folder, service, sessions, log } = this.#options
    const { credentials, network, eventsUntil } = service
    if (!network) return
    const now = Date.now()
    const fingerprints = await fingerprintsIn(folder)
    const { version } = credentials
    const isDue = this.#made?.version !== version || now >= this.#made.nextInstant
    if (!isDue && this.#files.areUnchanged(fingerprints)) {
      this.#eventsUntil = eventsUntil
      return
    }
    this.#made = null
    if (this.#files.areBeingEdited(fingerprints)) {
      this.#behindSince ??= now
      throw new EditedMeanwhile(folder)
    }
    const found = await readFolder(folder)
    this.#files.read(found, fingerprints)
    const input = { network, sessions, theirs: operatorsLines(found), formerly: managedMountpoints(found) }
    const plan = planOf({ ...input, served: credentials.served(now) })
    const texts = textsOf(plan, found)
    const differing = FILES.filter((kind) => texts[kind] !== found[kind].text)
    if (differing.length > 0 || credentials.toDisconnect.size > 0) {
      this.#behindSince ??= now
      this.#caster.expectChange(credentials.toDisconnect)
      credentials.toDisconnect.clear()
      await this.#save()
      for (const kind of differing) await this.#put(kind, found, texts[kind])
      if (differing.length > 0) log(writtenSentence(plan, differing))
    }
    this.#lastPlan = plan
    this.#made = { plan, version, nextInstant: credentials.nextInstant(now) }
    this.#eventsUntil = eventsUntil
  }

  async #put(kind: FileKind, found: FilesFound, text: string, at: number | null = null): Promise<void> {
    const { second, sign } = await writeOne(found[kind], text, at)
    this.#caster.wrote(second)
    this.#files.wrote(kind, sign)
  }

  async #follow(): Promise<void> {
    const { folder, log } = this.#options
    const hasStepped = await this.#caster.follow(this.#lastPlan!, async (second) => {
      const found = await readFolder(folder)
      if (!this.#files.isUnchanged('users', found.users)) throw new EditedMeanwhile(found.users.path)
      await this.#put('users', found, found.users.text ?? '', second)
    })
    if (!hasStepped) return
    if (this.#trouble) log('The caster is up to date again')
    this.#trouble = null
    this.#behindSince = null
  }

  #save(): Promise<void> {
    const { answeredSecond, toDisconnect } = this.#caster
    return this.#options.memoryFile.save({ answeredSecond, toDisconnect, eventsUntil: this.#eventsUntil })
  }
}
