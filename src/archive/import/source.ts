// Opens a file that an operator adds to the archive, and recognises its format.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FrameReader } from '@vertice/rtcm'

export type NotImportedCode = 'packed' | 'damaged' | 'too_large' | 'unreadable' | 'in_future' | 'no_observations'

/** The reason why nothing of a file was imported, for the operator. */
export class NotImported extends Error {
  readonly code: NotImportedCode
  /** Line that cannot be read; `null` for other reasons. */
  readonly line: number | null

  constructor(message: string, code: NotImportedCode = 'unreadable', line: number | null = null) {
    super(message)
    this.code = code
    this.line = line
  }
}

const [GZIP, COMPRESS, ZIP] = ['1f8b', '1f9d', '504b']
const RINEX_LABEL = /^.{60}(RINEX VERSION|CRINEX VERS)/

export type ImportedFormat = 'rinex' | 'rtcm'

/** `null`: neither, as far as the first 64 kB show. */
export async function formatOf(path: string): Promise<ImportedFormat | null> {
  const start = await firstBytes(await unpacked(path))
  if (RINEX_LABEL.test(start.toString('latin1', 0, 80))) return 'rinex'
  let frames = 0
  new FrameReader(() => void frames++).push(start)
  return frames > 0 ? 'rtcm' : null
}

/** Passes the content of a file on in pieces, unpacked. Errors of the file become `NotImported`. */
export async function readSource(
  path: string,
  onBytes: (bytes: Buffer) => void,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<void> {
  const source = await unpacked(path)
  let read = 0
  try {
    for await (const piece of source) {
      read += piece.length
      if (read > mostBytes)
        throw new NotImported(`the file has more than ${Math.floor(mostBytes / 1e6)} MB unpacked`, 'too_large')
      onBytes(piece as Buffer)
    }
  } catch (error) {
    throw reasonOf(error)
  } finally {
    source.destroy()
  }
}

async function unpacked(path: string): Promise<Readable> {
  const magic = (await firstBytes(createReadStream(path, { end: 1 }))).toString('hex')
  if (magic === COMPRESS)
    throw new NotImported('the file is compressed with "compress" (.Z): unpack it with "gzip -d"', 'packed')
  if (magic === ZIP) throw new NotImported('the file is a ZIP archive: unpack it', 'packed')
  const file = createReadStream(path)
  if (magic !== GZIP) return file
  const content = createGunzip()
  file.once('error', (error) => content.destroy(error))
  return file.pipe(content)
}

async function firstBytes(source: Readable): Promise<Buffer> {
  try {
    for await (const piece of source) return piece as Buffer
    return Buffer.alloc(0)
  } catch (error) {
    throw reasonOf(error)
  } finally {
    source.destroy()
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read the file',
}

function reasonOf(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('Z_')) return new NotImported('the gzip file is damaged or incomplete', 'damaged')
  return code?.startsWith('E') ? new NotImported(REASONS[code] ?? message) : error
}
