import { once } from 'node:events'
import net from 'node:net'
import { MOST_STREAMS } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addUpstream, askUpstream, removeUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { findUpstream } from '../../../../src/store/network/upstreams/rows.ts'
import { byTest } from '../../../support/action-context.ts'
import { heldBy, LONGEST_HELD_MS, measuresTime } from '../../../support/loop-watch.ts'
import { STATIONS, TestService } from '../../../support/service.ts'
import { strLine } from '../../plain-caster.ts'

const HEAD = 'SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n'
const END = 'ENDSOURCETABLE\r\n'
const MB = 1_048_576

type Answer = (socket: net.Socket) => void

let service: TestService
let answer: Answer
let server: net.Server

const following = () => {
  const { db, keys } = service.services
  const readTable = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
  return upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
}

/** Imports the sourcetable of such an answer. */
async function follow(next: Answer) {
  answer = next
  await askUpstream({ db: service.db, now: new Date() }, { name: 'OLD' })
  await following()
  return (await findUpstream(service.db, { name: 'OLD' }))!
}

const table =
  (lines: readonly string[]): Answer =>
  (socket) =>
    socket.end(`${HEAD}\r\n${lines.map((line) => `${line}\r\n`).join('')}${END}`)

const codes = async () =>
  (await service.db.pool.query<{ code: string }>('select code from stations where upstream_id is not null order by id'))
    .rows

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx)
  server = net.createServer((socket) => {
    socket.on('error', () => {}).once('data', () => answer(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  await addUpstream(byTest(service.services), { name: 'OLD', url: `ntrip://127.0.0.1:${port}` })
})
afterAll(async () => {
  server.close()
  await service.stop()
})

describe('a sourcetable', () => {
  it('is rejected as a whole if it is torn, endless, has no end line or is something else', async () => {
    await follow(table([strLine('FIRST')]))
    const before = await codes()
    const line = `${strLine('EVIL')}\r\n`
    const endless: Answer = (socket) => {
      socket.write(`${HEAD}\r\n`)
      const more = () => {
        while (!socket.destroyed && socket.write(line.repeat(1_000))) {}
      }
      socket.on('drain', more)
      more()
    }
    const found = async (next: Answer) => (await follow(next)).error?.code
    expect(await found(endless)).toBe('table_too_long')
    expect(await found((socket) => socket.end(`${HEAD}\r\n${line}STR;HALF;`))).toBe('torn_table')
    expect(await found((socket) => socket.end(`${HEAD}Content-Length: 20\r\n\r\n${line}`))).toBe('torn_table')
    expect(await found((socket) => socket.end(`${HEAD}\r\n${line.slice(0, 40)}`))).toBe('torn_table')
    const utf16 = Buffer.from(`${line}${END}`, 'utf16le')
    expect(await found((socket) => socket.end(Buffer.concat([Buffer.from(`${HEAD}\r\n`), utf16])))).toBe('torn_table')
    expect(await found((socket) => socket.end(Buffer.alloc(MB, 0xd3)))).toBe('no_table')
    expect(await found((socket) => socket.end('x'.repeat(MB)))).toBe('no_table')
    expect(await found((socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${line}${END}`))).toBe(
      'no_table',
    )
    expect(await found((socket) => socket.end())).toBe('closed')
    expect(await codes()).toEqual(before)
  })

  it('is read to its end if the declared length is too short', async () => {
    const { error } = await follow((socket) => {
      socket.write(`${HEAD}Content-Length: 30\r\n\r\n${strLine('FIRST')}\r\n`)
      setTimeout(() => socket.end(`${strLine('SECOND')}\r\n${END}`), 50)
    })
    expect(error).toBeNull()
    expect((await codes()).map(({ code }) => code)).toContain('SECOND')
  })

  it('yields the readable entries if it is Latin-1 or has binary data and names of any length', async () => {
    const name = `x${'🛰'.repeat(80)}` // truncated in the middle of a character
    const lines = [
      strLine('LATIN', { name: 'Mérida' }),
      `\0\x01\xff${'\xfe'.repeat(300)}`,
      strLine('N'.repeat(1_000)),
      `STR;${'x'.repeat(100_000)}`,
      'STR',
      'STR;;;;;',
      strLine('PLACE', { lat: 'NaN', lng: '1e999' }),
    ]
    const { leftOut, error } = await follow((socket) =>
      socket.end(Buffer.from(`${HEAD}\r\n${lines.join('\r\n')}\r\n${END}`, 'latin1')),
    )
    expect([error, leftOut.map(({ why }) => why)]).toEqual([null, ['name_form']])
    expect(leftOut[0]!.mountpoint.length).toBeLessThanOrEqual(200)
    const { rows } = await service.db.pool.query(
      `select name, lat from stations where code in ('LATIN', 'PLACE') order by code`,
    )
    expect(rows).toEqual([
      { name: 'Mérida', lat: 19.43 },
      { name: 'PLACE', lat: 0 },
    ])
    expect((await follow(table([strLine('STARS', { name })]))).error).toBeNull()
    expect((await codes()).map(({ code }) => code)).toContain('STARS')
  })

  it('is imported without duplicate names and names that exist here', async () => {
    const ours = STATIONS.cdmx
    const { leftOut } = await follow(
      table(['NEW', 'new', 'NEW', ours.mountpoint.toLowerCase(), ours.code, 'red'].map((name) => strLine(name))),
    )
    expect(leftOut).toEqual([
      { mountpoint: ours.mountpoint.toLowerCase(), why: 'mountpoint_of_station' },
      { mountpoint: ours.code, why: 'code_of_station' },
      { mountpoint: 'red', why: 'mountpoint_of_network' },
      { mountpoint: 'new', why: 'twice' },
      { mountpoint: 'NEW', why: 'twice' },
    ])
    const { rows } = await service.db.pool.query('select upstream_id from stations where code = $1', [ours.code])
    expect(rows).toEqual([{ upstream_id: null }])
  })

  it('uses no more memory than its bytes in chunks of one byte', async () => {
    const bytes = `${`${strLine('TINY')}\r\n`.repeat(8_000)}${END}`
    const pieces = Buffer.from([...bytes].map((char) => `1\r\n${char}\r\n`).join(''), 'latin1')
    let most = 0
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().heapUsed)
    }, 5)
    onTestFinished(() => clearInterval(look))
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    const { error, listed } = await follow((socket) =>
      socket.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`),
          pieces,
          Buffer.from('0\r\n\r\n'),
        ]),
      ),
    )
    expect([error, listed]).toEqual([null, 8_000])
    expect((most - before) / MB).toBeLessThan(60)
  })

  it('is imported and updated with 5,000 lines without blocking other work', measuresTime(), async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      strLine(`M${index}`, { lat: String(15 + (index % 100) / 10), lng: String(255 + index / 500) }),
    )
    const { result, heldMs } = await heldBy(() => follow(table(lines)))
    expect(result).toMatchObject({ listed: 5_000, offered: 5_000, error: null })
    const again = await heldBy(() => follow(table(lines)))
    expect(again.result).toMatchObject({ listed: 5_000, offered: 5_000 })
    expect(Math.max(heldMs, again.heldMs)).toBeLessThan(LONGEST_HELD_MS)
  })

  it('reports that it has more entries than the limit', async () => {
    const lines = Array.from({ length: MOST_STREAMS + 3 }, (_, index) => `STR;Z${index};;RTCM 3`)
    const { listed, leftOut } = await follow(table(lines))
    expect(listed).toBe(MOST_STREAMS + 3)
    expect(leftOut).toEqual([0, 1, 2].map((more) => ({ mountpoint: `Z${MOST_STREAMS + more}`, why: 'too_many' })))
    await removeUpstream(byTest(service.services), { name: 'OLD' })
  })
})
