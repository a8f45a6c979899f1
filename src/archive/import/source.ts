// Opens a file that an operator adds to the archive, and recognises its format.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

export class NotImported extends Error {}

const GZIP = [0x1f, 0x8b]
const COMPRESS = [0x1f, 0x9d]
const ZIP = [0x50, 0x4b]
const RINEX_LABEL = /^.{60}(RINEX VERSION|CRINEX VERS)/

/** The content of the file, unpacked. Can be called again for a second pass. */
export async function openSource(path: string): Promise<Readable> {
  const starts = await firstBytes(path)
  const is = ([one, two]: readonly number[]) => starts[0] === one && starts[1] === two
  if (is(COMPRESS)) throw new NotImported('the file is compressed with "compress" (.Z): unpack it with "gzip -d" first')
  if (is(ZIP)) throw new NotImported('the file is a ZIP archive: unpack it first')
  if (RINEX_LABEL.test(starts.toString('latin1')))
    throw new NotImported('RINEX files cannot be imported yet; import the RTCM 3 log of the receiver')
  const file = createReadStream(path)
  if (!is(GZIP)) return file
  const unpacked = createGunzip()
  file.once('error', (error) => unpacked.destroy(error))
  return file.pipe(unpacked)
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new NotImported(error.code === 'ENOENT' ? 'there is no such file' : error.message)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(80), 0, 80, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
