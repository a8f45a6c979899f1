import { setTimeout as sleep } from 'node:timers/promises'
import { FILES, linesIn, NAMES, readFolder, textsOf } from '../bkg/folder.ts'
import { BkgModel } from '../bkg/model.ts'
import { BkgProvision } from '../bkg/provision.ts'
import { readConfig } from '../config.ts'
import { planOf } from '../domain/bkg/plan.ts'
import { type BkgCounts, countLeftOut } from '../domain/bkg/state.ts'
import { atOnce } from '../running/turns.ts'
import type { Foundation } from '../start/foundation.ts'
import { listBkgStates } from '../store/bkg/casters.ts'
import { CurrentReader, loadBook } from '../store/current/current.ts'
import {
  asJson,
  CommandFailure,
  group,
  onFoundation,
  onOff,
  printFacts,
  printList,
  UsageError,
  verb,
} from './command.ts'

/** Two rounds with a second between them, and as much again for a caster that is slow. */
const ROUNDS = 40
const ROUND_MS = 250

const show = verb({
  summary: 'shows the BKG casters that serve what is issued here',
  more: `When their files were written, when they last read them, since when a change waits (BEHIND), how long the last one took (LAG), how many users are in the files, and how many credentials they cannot serve (docs/bkg.md says which).`,
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) => {
      printList(
        json,
        await listBkgStates(db),
        {
          NODE: ({ node }) => node,
          FOLDER: ({ folder }) => folder,
          WRITTEN: ({ writtenAt }) => writtenAt,
          TOLD: ({ toldAt }) => toldAt,
          BEHIND: ({ behindSince }) => behindSince,
          LAG: ({ lagMs }) => (lagMs === null ? null : `${(lagMs / 1_000).toFixed(1)} s`),
          USERS: ({ counts }) => counts.users,
          'LEFT OUT': ({ counts }) => countLeftOut(counts),
          ERROR: ({ failure }) => failure && `${failure.code}: ${failure.detail}`,
        },
        'no node writes the files of a BKG caster (BKG_FOLDER)',
      )
    }),
})

const write = verb({
  summary: 'writes the files of the BKG caster of this machine now, and has it read them',
  more: `What the service does by itself at each change (BKG_FOLDER, BKG_ADMIN_URL). With --dry-run nothing is written and nobody is told: it says what would be in the files, and which of them would change.`,
  flags: { 'dry-run': onOff('only says what would be written'), ...asJson },
  run: ({ 'dry-run': isDry, json }) =>
    onFoundation(async (foundation) => {
      const { bkg, nodeName } = readConfig()
      if (!bkg) throw new UsageError('BKG_FOLDER and BKG_ADMIN_URL are not set here; docs/bkg.md says how')
      if (isDry) return tell(json, await planned(foundation, bkg.folder))
      const { db, keys, clock, casterDefaults } = foundation
      const reader = new CurrentReader(db, casterDefaults)
      const provision = new BkgProvision({
        ...{ db, keys, clock, node: nodeName, target: bkg, current: () => reader.current() },
        warn: () => {},
        onChange: () => {},
      })
      for (let round = 0; round < ROUNDS && !provision.isDone; round += 1) {
        await provision.run()
        const { failure } = provision
        if (failure) throw new CommandFailure(`${failure.code}: ${failure.detail}`)
        if (!provision.isDone) await sleep(ROUND_MS)
      }
      if (!provision.plan) throw new CommandFailure('somebody goes on changing the files: try again')
      tell(json, factsOf(provision.plan.counts))
    }),
})

const tell = (json: boolean, facts: Readonly<Record<string, string | number>>) => printFacts(json, facts, facts)

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

async function planned({ db, keys, clock, casterDefaults }: Foundation, folder: string) {
  const now = clock().getTime()
  const model = new BkgModel(db, keys)
  await model.refresh([], now)
  const book = await loadBook(db, casterDefaults)
  const found = await readFolder(folder)
  const { theirs, formerly } = await linesIn(found)
  const offered = { mounts: [...book.mounts.values()], groups: book.groups, formerly }
  const plan = atOnce(planOf(model.served(now), offered, theirs))
  const texts = await textsOf(plan, found)
  const changing = FILES.filter((kind) => texts[kind] !== found[kind].text).map((kind) => NAMES[kind])
  return { ...factsOf(plan.counts), wouldChange: changing.join(', ') || 'none' }
}

export const command = group({ show, write })
