import { kickRover } from '../../actions/sessions/kick.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { fixedPctOf } from '../../domain/sessions/session-quality.ts'
import { listSessions } from '../../store/sessions/rows.ts'
import { noteText } from '../../words/access.ts'
import { en } from '../../words/en.ts'
import {
  asJson,
  commandContext,
  group,
  limit,
  onFoundation,
  onOff,
  printList,
  shortTime,
  UsageError,
  verb,
} from '../kit/command.ts'
import { bytes } from './sent-bytes.ts'

const QUALITIES: Record<number, string> = { 0: 'no fix', 1: 'single', 2: 'DGPS', 4: 'fixed', 5: 'float' }

const list = verb({
  summary: 'list connected rovers, newest first',
  more: 'AGE (of the corrections) and BASE (distance) are the last values reported by the rover; "-" means not measured.',
  flags: { all: onOff('include ended sessions'), limit, ...asJson },
  run: ({ all, limit, json }) =>
    onFoundation(async ({ db }) => {
      const sessions = (await listSessions(db, !all, limit)).map((session) => ({
        ...session,
        fixedPercent: fixedPctOf(session),
        notes: session.notes.map((note) => ({ ...note, text: noteText(en, note) })),
      }))
      printList(
        json,
        sessions,
        {
          ID: ({ id }) => id,
          USER: ({ username }) => username,
          MOUNTPOINT: ({ mountpoint }) => mountpoint,
          SINCE: ({ startedAt }) => startedAt,
          ENDED: ({ endedAt, endReason }) => (endedAt ? `${shortTime(endedAt)} ${endReason}` : 'live'),
          BYTES: ({ bytes }) => bytes,
          FIX: ({ quality }) => (quality === null ? null : (QUALITIES[quality] ?? quality)),
          FIXED: ({ fixedPercent }) => measured(fixedPercent, ' %'),
          AGE: ({ ageSeconds }) => measured(ageSeconds, ' s'),
          BASE: ({ distanceKm }) => measured(distanceKm, ' km'),
          CHANGES: ({ baseChanges }) => baseChanges,
          GAPS: ({ gaps, longestGapSeconds }) => (gaps ? `${gaps} (${longestGapSeconds} s)` : gaps),
          FROM: ({ address }) => address,
          AGENT: ({ agent }) => agent.slice(0, 30),
          NOTE: ({ notes }) => notes.at(-1)?.text ?? '',
        },
        all ? 'no sessions yet' : 'no rover is connected',
      )
    }),
})

const measured = (value: number | null, unit: string) => (value === null ? null : `${value}${unit}`)

const kick = verb({
  summary: 'end a session immediately',
  more: 'The rover can reconnect. To prevent that, revoke its credential.',
  args: ['ID'],
  run: (_, id) =>
    onFoundation(async ({ db }) => {
      await kickRover(commandContext('session kick', { db }), 'all', id).catch((error) => {
        if (!(error instanceof Refusal)) throw error
        throw new UsageError(`there is no live session ${id}; see "vertice session list"`)
      })
      console.log(`ending session ${id}`)
    }),
})

export const command = group({ list, kick, bytes })
