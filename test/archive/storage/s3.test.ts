import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergedRecords } from '../../../src/archive/reading/merge.ts'
import { recordsOf } from '../../../src/archive/reading/records.ts'
import { encodeDescription, encodeRecordHead } from '../../../src/archive/segments/format.ts'
import { openStorage } from '../../../src/archive/storage/open-storage.ts'
import { S3Storage } from '../../../src/archive/storage/s3.ts'
import { FileMissing } from '../../../src/archive/storage/storage.ts'
import { archiveBucket } from '../../../src/base/config/services/archive.ts'
import { openS3Server, S3_KEY, type S3Server } from '../../support/s3-server.ts'
import { TcpProxy } from '../../support/tcp-proxy.ts'

let folder: string
let server: S3Server
let storage: S3Storage

const bucketAt = (place: string, key = S3_KEY, endpoint = server.endpoint) =>
  archiveBucket(`s3://${place}?endpoint=${endpoint}`, key.accessKeyId, key.secretAccessKey)!

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  server = await openS3Server('archive')
  storage = new S3Storage(bucketAt('archive/red norte+1'), { retryDelaysMs: [20, 100], timeoutMs: 5_000 })
})
afterAll(async () => {
  await storage.close()
  await server.close()
  await rm(folder, { recursive: true })
})

async function put(name: string, content: string | Buffer, to = storage): Promise<void> {
  const local = join(folder, 'local')
  await writeFile(local, content)
  await to.put(name, local)
}

const names = async (prefix: string, of = storage) =>
  (await Array.fromAsync(of.list(prefix))).map(({ name, bytes }) => `${name} ${bytes}`).toSorted()

it('keeps, lists, replaces and removes files', async () => {
  expect(await names('')).toEqual([])
  await put('raw/1/a', 'one')
  await put('raw/1/a', 'three')
  await put('daily/1/b (c) d+e', 'two')
  expect(existsSync(join(folder, 'local'))).toBe(false)
  expect(await text(await storage.read('raw/1/a'))).toBe('three')
  expect(await text(await storage.read('daily/1/b (c) d+e'))).toBe('two')
  expect(await names('')).toEqual(['daily/1/b (c) d+e 3', 'raw/1/a 5'])
  expect(await names('raw/')).toEqual(['raw/1/a 5'])
  await storage.remove('raw/1/a')
  await storage.remove('raw/1/a')
  await storage.remove('daily/1/b (c) d+e')
  expect(await names('')).toEqual([])
})

it('stores a file of 20 MB, and an empty one', async () => {
  const content = randomBytes(20_000_000)
  await put('raw/large', content)
  expect((await buffer(await storage.read('raw/large'))).equals(content)).toBe(true)
  await put('raw/empty', '')
  expect(await text(await storage.read('raw/empty'))).toBe('')
})

it('reads twelve large segments of an hour together', async () => {
  const hour = new Date('2026-11-18T07:00:00Z')
  const start = { stationId: 1, hour, origin: 'stream', format: 'rtcm', node: 'n', fencingToken: null } as const
  const records = Array.from({ length: 20 }, (_, at) => [encodeRecordHead(50_000, at), randomBytes(50_000)]).flat()
  const segment = zstdCompressSync(Buffer.concat([encodeDescription(start), ...records]))
  const twelve = Array.from({ length: 12 }, (_, index) => ({ name: `raw/together/${index}` }))
  for (const { name } of twelve) await put(name, segment)
  const sources = twelve.map((one) => recordsOf({ storage, folder }, one))
  const failed = (_: number, error: unknown) => expect.fail(String(error))
  const read = await Array.fromAsync(mergedRecords(sources, failed, () => {}))
  expect(read.flat().map(({ receivedMs }) => receivedMs)).toEqual(
    Array.from({ length: 240 }, (_, index) => Math.floor(index / 12)),
  )
})

it('continues a file where the connection broke', async () => {
  const content = randomBytes(20_000_000)
  await put('raw/broken', content)
  const proxy = await TcpProxy.before({ port: Number(new URL(server.endpoint).port) })
  const far = new S3Storage(bucketAt('archive/red norte+1', S3_KEY, `http://127.0.0.1:${proxy.port}`), {
    retryDelaysMs: [20, 20],
  })
  const pieces: Buffer[] = []
  for await (const piece of await far.read('raw/broken')) {
    if (pieces.length === 0) proxy.cut()
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
  await far.close()
  await proxy.stop()
})

it('lists more files than one answer holds', async () => {
  const many = new S3Storage(bucketAt('archive/many'), { pageSize: 3 })
  const all = Array.from({ length: 10 }, (_, index) => `raw/${index} 1`)
  for (const name of all) await put(name.slice(0, -2), 'x', many)
  expect(await names('raw/', many)).toEqual(all)
  await many.close()
})

it('reports a missing file', async () => {
  await expect(storage.read('raw/none')).rejects.toThrow(FileMissing)
})

it.each(['../outside', '/root', 'raw//a', 'raw/./a'])('never leaves its prefix: %s', async (name) => {
  await expect(put(name, 'x')).rejects.toThrow('is not a name in the archive')
})

describe('clear errors, which lose nothing:', () => {
  const failing = async (at: S3Storage) => {
    await expect(put('raw/x', 'kept', at)).rejects.toThrow()
    expect(await readFile(join(folder, 'local'), 'utf8')).toBe('kept')
    return at.put('raw/x', join(folder, 'local')).catch((error) => error)
  }

  it.each([
    ['nobucket', S3_KEY, 'no_bucket', /nobucket does not exist: create it/],
    ['archive', { ...S3_KEY, secretAccessKey: 'wrong' }, 'wrong_secret', /AWS_SECRET_ACCESS_KEY/],
    ['archive', { ...S3_KEY, accessKeyId: 'WRONG' }, 'unknown_key', /AWS_ACCESS_KEY_ID/],
  ])('%s with %o: %s', async (place, key, code, message) => {
    const at = new S3Storage(bucketAt(place, key))
    const error = await failing(at)
    expect(error.fault.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.isTransient).toBe(false)
    await at.close()
  })

  it('no server at the address', async () => {
    const at = new S3Storage(bucketAt('archive', S3_KEY, 'http://127.0.0.1:1'), { retryDelaysMs: [10] })
    const error = await failing(at)
    expect(error.fault.code).toBe('unreachable')
    expect(error.message).toMatch(/http:\/\/127\.0\.0\.1:1 cannot be reached.*ECONNREFUSED/)
    await at.close()
  })
})

it('retries while the server is away for a moment', async () => {
  const patient = new S3Storage(bucketAt('archive'), { retryDelaysMs: Array(50).fill(100) })
  await server.stop()
  const stored = put('raw/late', 'late', patient)
  await server.start()
  await stored
  expect(await text(await patient.read('raw/late'))).toBe('late')
  await patient.close()
})

it('is chosen by the settings', () => {
  expect(openStorage({ dataDir: '/data', archiveBucket: null })).toMatchObject({ place: '/data/archive' })
  const chosen = openStorage({ dataDir: '/data', archiveBucket: bucketAt('archive/a/') })
  expect(chosen).toBeInstanceOf(S3Storage)
  expect(chosen.place).toBe('s3://archive/a')
})
