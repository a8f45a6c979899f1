import { kickRover } from '../actions/sessions/kick.ts'
import { Refusal } from '../domain/refusal.ts'
import { fixedPctOf } from '../domain/sessions/felt.ts'
import { listSessions, type Session } from '../store/sessions/rows.ts'
import { noteText } from '../words/access.ts'
import { en } from '../words/en.ts'
import { deedBy, needed, onFoundation, printTable, read, shortTime, UsageError, withSubcommands } from './command.ts'

export const command = withSubcommands(
  `usage: vertice session list [--all] [--limit N]
       vertice session kick ID

list   rovers that are connected now; --all shows ended sessions too, newest first (100 unless you say otherwise).
       AGE of the corrections and BASE (how far) are what the rover last told; "-" is not measured
kick   ends a session at once (the rover may come back: to keep it out, revoke its credential)`,
  { list, kick },
)

const QUALITIES: Record<number, string> = { 0: 'no fix', 1: 'single', 2: 'DGPS', 4: 'fixed', 5: 'float' }

async function list(args: string[]): Promise<undefined> {
  const { values } = read(args, { all: { type: 'boolean', default: false }, limit: { type: 'string', default: '100' } })
  const limit = Number(values.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100_000)
    throw new UsageError('--limit: a number from 1 to 100000')
  await onFoundation(async ({ db }) => {
    const rows = (await listSessions(db, !values.all, limit)).map((session) => [
      session.id,
      session.username,
      session.mountpoint,
      shortTime(session.startedAt),
      session.endedAt ? `${shortTime(session.endedAt)} ${session.endReason}` : 'live',
      String(session.bytes),
      session.quality === null ? '-' : (QUALITIES[session.quality] ?? String(session.quality)),
      measured(fixedPctOf(session), ' %'),
      measured(session.ageSeconds, ' s'),
      measured(session.distanceKm, ' km'),
      measured(session.baseChanges),
      session.gaps ? `${session.gaps} (${session.longestGapSeconds} s)` : measured(session.gaps),
      session.address,
      session.agent.slice(0, 30),
      lastNote(session),
    ])
    const times = ['ID', 'USER', 'MOUNTPOINT', 'SINCE (UTC)', 'ENDED', 'BYTES']
    const head = [...times, 'FIX', 'FIXED', 'AGE', 'BASE', 'CHANGES', 'GAPS', 'FROM', 'AGENT', 'NOTE']
    printTable(head, rows, values.all ? 'no sessions yet' : 'nobody is connected')
  })
}

const measured = (value: number | null, unit = '') => (value === null ? '-' : `${value}${unit}`)

function lastNote({ notes }: Session): string {
  const note = notes.at(-1)
  return note ? noteText(en, note) : ''
}

async function kick(args: string[]): Promise<undefined> {
  const id = needed(read(args, {}).positionals[0], 'ID')
  await onFoundation(async ({ db }) => {
    await kickRover(deedBy('session kick', { db }), 'all', id).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      throw new UsageError(`there is no live session ${id}; see "vertice session list"`)
    })
    console.log(`session ${id} is being ended`)
  })
}
