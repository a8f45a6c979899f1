// Brings the files of a BKG caster up to date at once, or says what that would be.
import { access, constants, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../base/config/config.ts'
import { atOnce } from '../base/running/turns.ts'
import { BkgFailed } from '../bkg/failed.ts'
import { FILES, type FileKind, linesIn, NAMES, readFolder, textsOf } from '../bkg/folder.ts'
import { BkgModel } from '../bkg/model.ts'
import { BkgProvision, type BkgTarget } from '../bkg/provision.ts'
import { namesLeftOut } from '../domain/bkg/left-out.ts'
import { type Plan, planOf } from '../domain/bkg/plan.ts'
import { type BkgCounts, countLeftOut } from '../domain/bkg/state.ts'
import type { Foundation } from '../start/foundation.ts'
import { CurrentReader, loadBook } from '../store/current/current.ts'
import { ALL_LINE, countsText, whyNot } from './bkg-words.ts'
import { asJson, CommandFailure, onFoundation, onOff, printFacts, printJson, UsageError, verb } from './kit/command.ts'

/** Two rounds with a second between them, and as much again for a caster that is slow. */
const ROUNDS = 40
const ROUND_MS = 250

export const write = verb({
  summary: 'writes the files of the BKG caster of this machine now, and has it read them',
  more: `What the service does by itself at each change (BKG_FOLDER, BKG_ADMIN_URL). With --dry-run nothing is written and nobody is told: it says what would be in the files, and which of them would change.`,
  flags: { 'dry-run': onOff('only says what would be written'), ...asJson },
  run: ({ 'dry-run': isDry, json }) =>
    onFoundation(async (foundation) => {
      const { bkg, nodeName } = readConfig()
      if (!bkg) throw new UsageError('BKG_FOLDER and BKG_ADMIN_URL are not set here; docs/bkg.md says how')
      const done = await (isDry ? foresee(foundation, bkg.folder) : provide(foundation, bkg, nodeName)).catch(explain)
      const { counts } = done.plan
      if (json) printJson(isDry ? { ...factsOf(counts), wouldChange: listOf(done.files) || 'none' } : factsOf(counts))
      else {
        const leftOut = await leftOutOf(foundation, done.plan)
        printFacts(false, done, { ...countsText(counts, leftOut), ...(isDry ? foreseenText(done) : doneText(done)) })
      }
      if (counts.allLine) console.error(`${ALL_LINE}: nothing of this is in force until you take it out`)
    }),
})

const listOf = (files: readonly FileKind[]) => files.map((kind) => NAMES[kind]).join(', ')
const foreseenText = ({ files }: Done) => ({ 'would be written': listOf(files) || 'nothing: no file differs' })
const doneText = ({ files, isRead }: Done) => ({
  written: listOf(files) || 'nothing: no file differed',
  'the caster': isRead ? 'has read them' : 'may not have read them yet: "vertice bkg show" tells',
})

const explain = (error: unknown): never => {
  throw error instanceof BkgFailed ? new CommandFailure(whyNot(error.failure)) : error
}

interface Done {
  readonly plan: Plan
  /** That were written, or would be. */
  readonly files: readonly FileKind[]
  readonly isRead: boolean
}

async function provide(foundation: Foundation, target: BkgTarget, node: string): Promise<Done> {
  const { db, keys, clock, casterDefaults } = foundation
  const reader = new CurrentReader(db, casterDefaults)
  const provision = new BkgProvision({
    ...{ db, keys, clock, node, target, current: () => reader.current() },
    warn: () => {},
    onChange: () => {},
  })
  const before = await contentsOf(target.folder)
  for (let round = 0; round < ROUNDS && !provision.isDone; round += 1) {
    await provision.run()
    const { failure } = provision
    if (failure) throw new BkgFailed(failure.code, failure.detail)
    if (!provision.isDone) await sleep(ROUND_MS)
  }
  if (!provision.plan) throw new CommandFailure('somebody goes on changing the files: try again')
  const after = await contentsOf(target.folder)
  const files = FILES.filter((kind) => before[kind] !== after[kind])
  return { plan: provision.plan, files, isRead: provision.isDone }
}

/** Whatever is in them: what is wrong with it is told by whoever writes them. */
async function contentsOf(folder: string): Promise<Record<FileKind, string | null>> {
  const one = (kind: FileKind) => readFile(join(folder, NAMES[kind]), 'latin1').catch(() => null)
  const [users, groups, mounts] = await Promise.all([one('users'), one('groups'), one('mounts')])
  return { users, groups, mounts }
}

async function foresee(foundation: Foundation, folder: string): Promise<Done> {
  const { served, offered } = await inForce(foundation)
  const found = await readFolder(folder)
  const { theirs, formerly } = await linesIn(found)
  const plan = atOnce(planOf(served, { ...offered, formerly }, theirs))
  const texts = await textsOf(plan, found)
  const files = FILES.filter((kind) => texts[kind] !== found[kind].text)
  for (const kind of files) await expectWritable(found[kind].path)
  return { plan, files, isRead: false }
}

/** Fails as writing it would. */
const expectWritable = (path: string) =>
  access(dirname(path), constants.W_OK | constants.X_OK).catch(({ code }) => {
    throw new BkgFailed('folder', `${path}: ${code}`)
  })

async function leftOutOf(foundation: Foundation, plan: Plan): Promise<string[]> {
  if (countLeftOut(plan.counts) === 0) return []
  const { served, offered } = await inForce(foundation)
  return [...namesLeftOut(served, offered, plan)]
}

async function inForce({ db, keys, clock, casterDefaults }: Foundation) {
  const now = clock().getTime()
  const model = new BkgModel(db, keys)
  await model.refresh([], now)
  const { mounts, groups } = await loadBook(db, casterDefaults)
  return { served: model.served(now), offered: { mounts: [...mounts.values()], groups } }
}

/** For programs: these names stay. */
const factsOf = ({ users, mountpoints, mountpointsTaken, leftOut }: BkgCounts) => ({
  users,
  mountpoints,
  mountpointsOfTheOperator: mountpointsTaken,
  leftOutForUsername: leftOut.username,
  leftOutForPassword: leftOut.password,
  leftOutForNameTaken: leftOut.taken,
  leftOutForFullLine: leftOut.line_full,
  leftOutForFence: leftOut.fence,
})
