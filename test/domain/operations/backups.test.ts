import { expect, it } from 'vitest'
import {
  type BackupAttempt,
  type BackupHistory,
  backupFileName,
  beyondKept,
  type GoodBackup,
  isBackupDue,
  overdueBackup,
} from '../../../src/domain/operations/backups.ts'

const good = (startedAt: string): GoodBackup => ({
  id: 1,
  startedAt: new Date(startedAt),
  machine: 'a',
  file: 'f',
  bytes: 1,
})
const tried = (startedAt: string, failure: BackupAttempt['failure'] = null): BackupAttempt => ({
  ...good(startedAt),
  endedAt: null,
  bytes: null,
  failure,
})
/** 03:00 in Mexico is 09:00 UTC. */
const isDue = (now: string, newest: string | null, last = newest) =>
  isBackupDue(
    { newest: newest === null ? null : good(newest), last: last === null ? null : tried(last) },
    new Date(now),
  )

it('makes a backup due once a day at 03:00, and at once if there is none', () => {
  expect(isDue('2026-11-18T20:00:00Z', null)).toBe(true)
  expect(isDue('2026-11-19T08:59:59Z', '2026-11-18T09:00:10Z')).toBe(false)
  expect(isDue('2026-11-19T09:00:00Z', '2026-11-18T09:00:10Z')).toBe(true)
  expect(isDue('2026-11-19T09:00:00Z', '2026-11-18T23:00:00Z')).toBe(true)
})

it('makes a missed backup due when the machine is on again', () => {
  expect(isDue('2026-11-25T17:00:00Z', '2026-11-18T09:00:10Z')).toBe(true)
})

it('makes a backup due an hour after a failed or killed attempt', () => {
  expect(isDue('2026-11-19T09:30:00Z', '2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z')).toBe(false)
  expect(isDue('2026-11-19T10:00:00Z', '2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z')).toBe(true)
  expect(isDue('2026-11-19T09:30:00Z', null, '2026-11-19T09:00:00Z')).toBe(false)
})

it('makes a backup due despite one that was made while the clock was ahead', () => {
  expect(isDue('2026-11-19T12:00:00Z', '2031-01-01T09:00:00Z')).toBe(true)
  // A difference of seconds between two database servers does not count.
  expect(isDue('2026-11-19T09:00:00Z', '2026-11-19T09:00:20Z')).toBe(false)
})

it('reports an outdated backup after a day and some attempts, with the last reason', () => {
  const failure = { code: 'disk_full', params: {} } as const
  const history: BackupHistory = {
    newest: good('2026-11-18T09:00:00Z'),
    last: tried('2026-11-19T10:00:00Z', failure),
    firstAt: new Date('2026-11-01T09:00:00Z'),
  }
  expect(overdueBackup(history, new Date('2026-11-19T10:59:00Z'))).toBeNull()
  expect(overdueBackup(history, new Date('2026-11-19T11:01:00Z'))).toEqual({
    newestAt: history.newest!.startedAt,
    failure,
  })
})

it('reports a missing first backup after two hours', () => {
  const firstAt = new Date('2026-11-18T09:00:00Z')
  const never = { newest: null, last: tried('2026-11-18T10:00:00Z'), firstAt }
  expect(overdueBackup(never, new Date('2026-11-18T10:59:00Z'))).toBeNull()
  expect(overdueBackup(never, new Date('2026-11-18T11:01:00Z'))).toEqual({ newestAt: null, failure: null })
})

it('reports nothing if daily backups are disabled', () => {
  expect(overdueBackup({ newest: null, last: null, firstAt: null }, new Date())).toBeNull()
  const given = { newest: good('2026-09-01T09:00:00Z'), last: tried('2026-09-01T09:00:00Z'), firstAt: new Date(0) }
  expect(overdueBackup(given, new Date('2026-11-18T09:00:00Z'))).toBeNull()
})

it('deletes the oldest backups, never the newest', () => {
  const ids = (keep: number) => beyondKept([{ id: 2 }, { id: 9 }, { id: 5 }], keep).map(({ id }) => id)
  expect(ids(2)).toEqual([2])
  expect(ids(3)).toEqual([])
  expect(ids(0)).toEqual([5, 2])
})

it('derives the file name from the time', () => {
  expect(backupFileName(new Date('2026-11-18T09:00:07.123Z'))).toBe('vertice-2026-11-18T09-00-07Z.vbk')
})
