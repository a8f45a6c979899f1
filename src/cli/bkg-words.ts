// What the commands say of a BKG caster to people.
import { NAMES } from '../bkg/folder.ts'
import {
  type BkgCounts,
  type BkgFailure,
  type BkgFailureCode,
  countLeftOut,
  LEFT_OUT_REASONS,
  type LeftOutReason,
} from '../domain/bkg/state.ts'
import { bkgFailureText } from '../words/attention.ts'
import { en } from '../words/en.ts'

const MOST_NAMES = 10

export const ALL_LINE = `${NAMES.mounts} has a line all: and the caster looks at no other`

const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  username: 'user name not possible there',
  password: 'password not possible there',
  taken: 'name taken',
  line_full: 'line of the mountpoint full',
  fence: 'fence',
}

/** A line a fact; who is left out by the first of their names. */
export function countsText(counts: BkgCounts, leftOut: readonly string[]): Record<string, string | number> {
  const lines: Record<string, string | number> = {
    users: counts.users,
    mountpoints: counts.mountpoints,
    'mountpoints that your own lines are about': counts.mountpointsTaken,
  }
  for (const reason of LEFT_OUT_REASONS)
    if (counts.leftOut[reason] > 0) lines[`left out (${LEFT_OUT[reason]})`] = counts.leftOut[reason]
  if (countLeftOut(counts) === 0) lines['left out'] = 'nobody'
  else lines['who is left out'] = namesText(leftOut)
  return lines
}

function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Where the sentence itself does not say it. */
const TO_DO: Partial<Record<BkgFailureCode, string>> = {
  folder: 'correct BKG_FOLDER, make room there, or let the user of the service write there',
  unreachable: 'start it, or correct BKG_ADMIN_URL',
  timeout: 'look at it, or correct BKG_ADMIN_URL',
  login: `correct BKG_ADMIN_URL, or put its user into the groups of /admin and /oper in ${NAMES.mounts}`,
  answer: 'look into its log, or correct BKG_ADMIN_URL',
}
/** Those of the folder; whatever else goes wrong does so when they are as they should be. */
const BEFORE_TELLING: readonly BkgFailureCode[] = ['folder', 'marks', 'owner']

export const failureText = (failure: BkgFailure): string => bkgFailureText(en.attention.bkgFailures, failure)

export function whyNot(failure: BkgFailure): string {
  const toDo = TO_DO[failure.code]
  const sentence = failureText(failure).replace(/\.$/, toDo ? `; ${toDo}` : '')
  return BEFORE_TELLING.includes(failure.code)
    ? `the BKG caster cannot follow: ${sentence}`
    : `the files are as they should be, but the BKG caster does not follow: ${sentence}`
}
