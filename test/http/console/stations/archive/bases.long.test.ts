// Positions of bases from uploaded files: parts, results, and a clear reason for each file that gives no position.
import { gzipSync } from 'node:zlib'
import { ecefOf, type Vector } from '@vertice/gnss'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { displaced, Receiver } from '../../../../../packages/gnss/test/support/world.ts'
import { partStore } from '../../../../../src/archive/integrity/base-parts.ts'
import { doBaseStep } from '../../../../../src/archive/integrity/base-steps.ts'
import { type BaseServices, computeNextBase } from '../../../../../src/archive/integrity/bases.ts'
import { FolderStorage } from '../../../../../src/archive/storage/folder.ts'
import { MOST_PENDING_BASES, PART_BYTES, UPLOAD_IDLE_MS } from '../../../../../src/domain/archive/integrity/base-run.ts'
import { TestArchive } from '../../../../support/archive.ts'
import { expectInvalid, expectProblem } from '../../../../support/problems.ts'
import { recordWorld } from '../../../../support/recorded-world.ts'
import { rinexOf } from '../../../../support/world-rinex.ts'
import { type Browser, TestConsole } from '../../support.ts'

const PLACES = [
  { code: 'CDMX', lat: 19.4, lng: -99.1, height: 2240 },
  { code: 'TEXC', lat: 19.62, lng: -98.95, height: 2310 },
  { code: 'MERI', lat: 20.97, lng: -89.62, height: 20 },
]
const HOURS = 2.5
const BASE = { lat: 19.5, lng: -98.97, height: 2300 }

const archive = new TestArchive()
const storage = new FolderStorage(archive.folder)
let site: TestConsole
let operator: Browser
let services: BaseServices
let file: Buffer
let now = new Date()

beforeAll(async () => {
  site = await TestConsole.start(undefined, { clock: () => now }, { storeBasePart: partStore(storage) })
  operator = await site.signedIn('operator')
  const { db } = site.service
  const stations = []
  for (const place of PLACES) {
    const { code, lat, lng } = place
    const { body } = await operator.post('/stations', { code, name: code, lat, lng })
    stations.push({ ...place, id: body.station.id })
  }
  await recordWorld(db, archive, stations.slice(0, 2), HOURS)
  services = {
    ...{
      db,
      storage,
      clock: () => now,
      antennaFile: 'none',
      stations: async () => (await site.services.current()).book.active,
    },
    doStep: (step, progress) => doBaseStep({ storage, folder: archive.folder }, step, progress),
    warn(error) {
      throw error
    },
  }
  file = rinexOf(new Receiver(BASE, 9), displaced(ecefOf(BASE), { east: 30, north: 0, up: 5 }), HOURS)
})
beforeEach(() => site.service.db.query({ text: 'delete from base_runs' }))
afterAll(async () => {
  await site.stop()
  archive.remove()
})

const announce = (content: Buffer, fileName = 'base.26o') =>
  operator.post('/bases', { fileName, bytes: content.length })
const sendPart = (id: string, part: number, content: Buffer) =>
  operator.send('POST', `/bases/${id}/parts/${part}`, content, { 'content-type': 'application/octet-stream' })
const newest = async () => (await operator.get('/bases')).body.bases[0]
const storedFiles = (id: string) => Array.fromAsync(storage.list(`bases/${id}/`))

async function upload(content: Buffer) {
  const { status, body } = await announce(content)
  expect(status).toBe(201)
  for (let start = 0, part = 1; start < content.length; start += PART_BYTES, part++)
    expect((await sendPart(body.base.id, part, content.subarray(start, start + PART_BYTES))).status).toBe(200)
  return body.base.id as string
}

async function computed(content: Buffer) {
  await upload(content)
  expect(await computeNextBase(services)).toBe(true)
  return newest()
}

it('computes the position of a base whose header is 30 m off, and makes a report', async () => {
  const { id, state, result, failure } = await computed(gzipSync(file))
  expect({ state, failure }).toEqual({ state: 'ready', failure: null })
  const { lat, lng, height, error, isAttributed } = result.computed
  expect(apart(ecefOf({ lat, lng, height }), ecefOf(BASE))).toBeLessThan(0.05)
  expect(error.horizontal).toBeLessThan(0.05)
  expect(isAttributed).toBe(true)
  expect(result.datum).toMatch(/ITRF/)
  expect(result.neighbours.toSorted()).toEqual(['CDMX', 'TEXC'])
  for (const language of ['es', 'en']) {
    const report = await operator.get(`/bases/${id}/report.pdf?language=${language}`)
    expect([report.status, report.headers['content-type']]).toEqual([200, 'application/pdf'])
  }
  expect(await storedFiles(id)).toEqual([])
})

it('accepts a file of several parts, in order and of the announced size only', async () => {
  const large = Buffer.concat([file, Buffer.alloc(2 * PART_BYTES)]).subarray(0, PART_BYTES + 5_000)
  const { body } = await announce(large)
  const { id } = body.base
  expectInvalid(await sendPart(id, 2, large.subarray(PART_BYTES)), '/part')
  expectProblem(await sendPart(id, 1, large.subarray(0, 100)), 400, 'file_not_readable')
  expect((await sendPart(id, 1, large.subarray(0, PART_BYTES))).body.base.state).toBe('uploading')
  expect((await sendPart(id, 2, large.subarray(PART_BYTES))).body.base.state).toBe('pending')
  expectProblem(await sendPart(id, 3, large.subarray(PART_BYTES)), 404, 'base_not_found')
  expectInvalid(await operator.post('/bases', { fileName: 'a', bytes: 64_000_001 }), '/bytes')
  expectProblem(await operator.get(`/bases/${id}/report.pdf?language=es`), 404, 'base_not_found')
})

it('limits open uploads, and gives up idle ones', async () => {
  const large = Buffer.alloc(PART_BYTES + 1)
  for (let i = 0; i < MOST_PENDING_BASES; i++) await announce(large)
  expectProblem(await announce(large), 409, 'runs_limit_reached')
  const { id } = await newest()
  await sendPart(id, 1, large.subarray(0, PART_BYTES))
  expect(await storedFiles(id)).toHaveLength(1)
  now = new Date(now.getTime() + UPLOAD_IDLE_MS + 1)
  expect(await computeNextBase(services)).toBe(false)
  expect(await storedFiles(id)).toEqual([])
  expect((await operator.get('/bases')).body.bases).toEqual([])
})

it('is hidden from organizations', async () => {
  const viewer = await site.signedIn('viewer')
  expect((await viewer.get('/bases')).status).toBe(200)
  expect((await viewer.post('/bases', { fileName: 'a', bytes: 1 })).status).toBe(403)
  const reseller = await site.signedIn('reseller', await site.owner('An organization'))
  expect((await reseller.get('/bases')).status).toBe(403)
})

const text = () => file.toString('latin1')
const FAILURES: readonly [failure: string, content: () => Buffer][] = [
  ['not_rinex', () => Buffer.from('a text')],
  ['packed', () => Buffer.from('PK\u0003\u0004 a ZIP archive')],
  ['damaged', () => gzipSync(file).subarray(0, 20_000)],
  ['no_header_position', () => Buffer.from(text().replace(/^.{60}APPROX POSITION XYZ.*\n/m, ''), 'latin1')],
  ['too_short', () => rinexOf(new Receiver(BASE, 9), ecefOf(BASE), 1)],
  ['no_neighbour', () => rinexOf(new Receiver({ ...BASE, lat: 28 }, 9), ecefOf({ ...BASE, lat: 28 }), 2.2)],
  ['neighbour_without_data', () => rinexOf(new Receiver(NEAR_MERIDA, 9), ecefOf(NEAR_MERIDA), 2.2)],
  ['two_bands', () => Buffer.from(text().replace(/^([GEC]\d\d.{64}).*$/gm, '$1'), 'latin1')],
]
const NEAR_MERIDA = { lat: 20.9, lng: -89.7, height: 10 }

for (const [failure, content] of FAILURES)
  it(`names the reason ${failure}`, async () => {
    expect(await computed(content())).toMatchObject({ state: 'failed', failure, result: null, line: null })
  })

it('names the line that cannot be read', async () => {
  const lines = text().split('\n')
  const at = lines.findIndex((line, index) => index > 1000 && line.startsWith('> '))
  lines[at] = '> 2026 13 41 99'
  expect(await computed(Buffer.from(lines.join('\n'), 'latin1'))).toMatchObject({ failure: 'unreadable', line: at + 1 })
})

const apart = (one: Vector, other: Vector) => Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)
