// The file format of a backup: it round-trips, and any damage is detected.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { BackupFileError, closeFrames, openFrames } from '../../../src/operations/backup/frames.ts'

const AT = new Date('2026-11-15T12:00:00Z')
const PASSPHRASE = 'correct horse battery staple'
/** A cheap key derivation, because the passphrase need not resist guessing here. */
const QUICK = 10
const CONTENT = Buffer.alloc(600_000, 'abcdefghijklm')

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

function* pieces(data: Buffer, size: number) {
  for (let from = 0; from < data.length; from += size) yield data.subarray(from, from + size)
}

const close = (data: Buffer, passphrase: string | null) =>
  all(closeFrames(Readable.from(pieces(data, 65_536)), passphrase, AT, QUICK))
const open = (file: Buffer, passphrase = PASSPHRASE, size = 50_000) =>
  all(openFrames(Readable.from(pieces(file, size)), { passphrase: async () => passphrase, mustBeEncrypted: false }))

const files = { encrypted: await close(CONTENT, PASSPHRASE), 'not encrypted': await close(CONTENT, null) }
/** Offset of the frames after magic and header. The file has two full frames and a remainder. */
const bodyOf = (file: Buffer) => file.indexOf(0x0a, file.indexOf(0x0a) + 1) + 1
const WHOLE = 4 + 256 * 1024 + 16

describe.each(Object.entries(files))('a backup that is %s', (_, file) => {
  it('round-trips, in whatever pieces it is read', async () => {
    expect((await open(file)).equals(CONTENT)).toBe(true)
    expect((await open(file, PASSPHRASE, 777)).equals(CONTENT)).toBe(true)
  })

  it('is rejected when cut off anywhere, even between frames', async () => {
    const body = bodyOf(file)
    for (const length of [
      0,
      5,
      body - 3,
      body,
      body + 3,
      body + 100,
      body + WHOLE,
      body + 2 * WHOLE,
      body + 2 * WHOLE + 9,
      file.length - 1,
    ])
      await expect(open(file.subarray(0, length)), String(length)).rejects.toThrow(BackupFileError)
  })

  it('is rejected when any bit is changed', async () => {
    const places = [
      3,
      30,
      bodyOf(file),
      bodyOf(file) + 2,
      bodyOf(file) + 50,
      bodyOf(file) + WHOLE - 1,
      bodyOf(file) + WHOLE + 9,
      file.length - 1,
    ]
    for (const place of places) {
      const changed = Buffer.from(file)
      changed[place]! ^= 4
      await expect(open(changed), String(place)).rejects.toThrow(BackupFileError)
    }
  })

  it('is rejected when frames are swapped, missing or repeated, or bytes are added', async () => {
    const body = bodyOf(file)
    const [head, one, two, rest] = [
      file.subarray(0, body),
      file.subarray(body, body + WHOLE),
      file.subarray(body + WHOLE, body + 2 * WHOLE),
      file.subarray(body + 2 * WHOLE),
    ]
    for (const parts of [
      [head, two, one, rest],
      [head, two, rest],
      [head, one, one, two, rest],
      [head, one, rest],
      [head, one, two, rest, rest],
      [file, Buffer.of(0)],
    ])
      await expect(open(Buffer.concat(parts))).rejects.toThrow(BackupFileError)
  })
})

it('rejects another passphrase, and accepts the same one in another Unicode form', async () => {
  await expect(open(files.encrypted, 'incorrect horse')).rejects.toThrow(
    'the passphrase is wrong, or the backup is damaged',
  )
  const accented = await close(CONTENT, 'contraseña larga'.normalize('NFC'))
  expect((await open(accented, 'contraseña larga'.normalize('NFD'))).equals(CONTENT)).toBe(true)
})

it('reveals nothing when encrypted, and two backups of the same content differ', async () => {
  expect(files.encrypted.includes('abcdefgh')).toBe(false)
  expect(files['not encrypted'].includes('abcdefgh')).toBe(true)
  expect((await close(CONTENT, PASSPHRASE)).equals(files.encrypted)).toBe(false)
})

it('rejects an unencrypted backup if encryption is required', async () => {
  const opening = { passphrase: async () => PASSPHRASE, mustBeEncrypted: true }
  await expect(all(openFrames(Readable.from([files['not encrypted']]), opening))).rejects.toThrow(
    'the backup is not encrypted',
  )
})

it('accepts an empty backup, and rejects another file format', async () => {
  expect(await open(await close(Buffer.alloc(0), null))).toHaveLength(0)
  await expect(open(Buffer.from('PK\x03\x04 something else\n'))).rejects.toThrow('not a backup of Vértice')
})
