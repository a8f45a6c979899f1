import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newKey } from '../../../src/base/secrets.ts'
import { sentBetween, TestArchive } from '../../support/archive.ts'
import { command } from '../../support/command.ts'
import { makeDatabase } from '../../support/service.ts'

const START = Date.parse('2026-11-15T12:00:00Z')

it('writes the bytes and what is certain about them, and refuses what is not in the archive', async () => {
  const archive = new TestArchive()
  const { db, connection, drop } = await makeDatabase()
  onTestFinished(async () => {
    await drop()
    archive.remove()
  })
  const { user, password, host, port, database } = connection
  const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password ?? ''))}`
  const settings = {
    DATABASE_URL: `postgres://${login}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port ?? 5432}`,
    ENCRYPTION_KEYS: newKey(),
  }
  const station = `insert into stations (code, name, lat, lng, mountpoint) values ('CDMX', 'Centro', 19.4, -99.1, 'CDMX') returning id`
  const stationId = Number((await db.pool.query(station)).rows[0].id)
  const sent = sentBetween(START, START + 60_000)
  const whole = Buffer.concat(sent.map(({ frames }) => frames))
  for (const { name, hour, bytes, epochs } of archive.record(sent, { stationId }))
    await db.pool.query(
      `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, created_at)
       values ($1, $2, 'stream', 'rtcm', 'node', $3, 'stored', $4, $5, 1000, now())`,
      [stationId, hour, name, bytes, epochs],
    )
  const served = [{ atMs: START, source: stationId, bytesBefore: 0, skipped: 0 }]
  await db.pool.query(
    `insert into sessions (id, node, username, mountpoint, started_at, ended_at, end_reason, address, agent, bytes, served)
     values ('session1', 'caster', '', 'CDMX', $1, $2, 'client_left', '', '', $3, $4)`,
    [new Date(START), new Date(START + 61_000), whole.length, JSON.stringify(served)],
  )
  const output = join(archive.dataDir, 'rover.rtcm3')
  const bytes = (from: string, to: string) =>
    command(archive.dataDir, ['session', 'bytes', 'session1', '--from', from, '--to', to, '--output', output], settings)

  const written = await bytes('2026-11-15T12:00:30Z', '2026-11-15T12:00:40Z')
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(written.stdout).toContain('Exactly as many bytes as the caster counted for this base.')
  const expected = Buffer.concat(sent.slice(30, 40).map(({ frames }) => frames))
  expect(readFileSync(output).equals(expected)).toBe(true)
  expect(JSON.parse(readFileSync(`${output}.json`, 'utf8'))).toMatchObject({
    session: 'session1',
    bytes: expected.length,
    parts: [{ station: 'CDMX', certainty: 'exact', missingHours: [] }],
  })
  const before = await bytes('2026-11-14T12:00:00Z', '2026-11-14T12:10:00Z')
  expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining('was sent no stream between these times') })
})
