// The sentences that the bridge prints and logs.
import type { BkgFailure, FailureCode } from './failure.ts'
import { type FileKind, NAMES } from './files/folder.ts'
import { LEFT_OUT_REASONS, type LeftOutReason, type Plan } from './plan.ts'

const MAX_NAMES = 10

export const ALL_LINE = `${NAMES.mounts} has a line "all:", so the caster ignores every other line`

const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  username: 'the caster cannot read the user name',
  password: 'the caster cannot read the password',
  taken: 'your own lines use the name',
  line_full: 'the line of the mountpoint is full',
  geofence: 'the caster cannot apply a geofence',
}

const FAILURES: Readonly<Record<FailureCode, (detail: string) => string>> = {
  folder: (detail) =>
    `Cannot read or write the files (${detail}). Correct BKG_FOLDER, free disk space, or let the bridge's user write there`,
  marks: (file) =>
    `The lines "# BEGIN VERTICE" and "# END VERTICE" in ${file} are missing or do not match. Put both back below your own lines, with nothing between them`,
  owner: (file) =>
    `${file} belongs to a group that the bridge's user is not in, so the caster could not read a new file. Add the user to that group`,
  unreachable: (detail) => `Cannot reach the caster (${detail}). Start it, or correct BKG_ADMIN_URL`,
  timeout: (address) => `The caster at ${address} does not answer. Check the caster, or correct BKG_ADMIN_URL`,
  login: (detail) =>
    `The caster rejects the login of BKG_ADMIN_URL (${detail}). Correct it, or add its user to the groups of /admin and /oper in ${NAMES.mounts}`,
  answer: (detail) => `The caster answers with an error (${detail}). Check its log, or correct BKG_ADMIN_URL`,
}

export const failureSentence = ({ code, detail }: BkgFailure): string => FAILURES[code](detail)

export const namesOf = (files: readonly FileKind[]): string => files.map((kind) => NAMES[kind]).join(', ')

export const writtenSentence = (plan: Plan, files: readonly FileKind[]): string =>
  `Wrote ${namesOf(files)}: ${counted(plan)}, ${countLeftOut(plan)} left out`

const counted = ({ users, mounts }: Pick<Plan, 'users' | 'mounts'>) =>
  `${users.length} ${users.length === 1 ? 'user' : 'users'}, ${mounts.length} ${mounts.length === 1 ? 'mountpoint' : 'mountpoints'}`

const countLeftOut = ({ leftOut }: Pick<Plan, 'leftOut'>): number =>
  LEFT_OUT_REASONS.reduce((sum, reason) => sum + leftOut[reason].length, 0)

export function planSentences(plan: Plan): string[] {
  const { mountpointsTaken, leftOut, hasAllLine } = plan
  const sentences = [`In the managed sections: ${counted(plan)}`]
  if (mountpointsTaken > 0) sentences.push(`Mountpoints that your own lines define: ${mountpointsTaken}`)
  for (const reason of LEFT_OUT_REASONS) {
    const names = leftOut[reason]
    if (names.length > 0) sentences.push(`Left out because ${LEFT_OUT[reason]}: ${firstOf(names)}`)
  }
  if (hasAllLine) sentences.push(`Warning: ${ALL_LINE}. Remove that line`)
  return sentences
}

function firstOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
