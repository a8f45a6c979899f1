// Reads where and when a rover observed, from its RINEX observation file.
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { RinexError, RinexReader } from '@vertice/rinex'
import { utcFromGps } from '@vertice/rtcm'
import { unreadable } from '../../domain/codes/refusal.ts'
import { type Position, positionOf } from '../../domain/geometry/geodesy.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'

/** Several hours at 1 Hz with four constellations. */
const MOST_BYTES = 300_000_000
const PIECE_BYTES = 65_536

export interface RoverFile extends Position {
  readonly from: Date
  readonly to: Date
}

/** Whole minutes that contain the observations. Also reads CRINEX and gzip. Rejects a file with the reason. */
export async function readRoverFile(content: Buffer): Promise<RoverFile> {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let isStated = false
  const reader = new RinexReader({
    onHeader(header) {
      if (header.firstMs === null || header.lastMs === null) return
      isStated = true
      ;[firstMs, lastMs] = [header.firstMs, header.lastMs]
    },
    onEpoch({ gpsMs }) {
      firstMs = Math.min(firstMs, gpsMs)
      lastMs = Math.max(lastMs, gpsMs)
    },
  })
  try {
    let bytes = 0
    for await (const piece of piecesOf(content)) {
      bytes += piece.length
      if (bytes > MOST_BYTES) throw unreadable('rover_file_too_long')
      reader.push(piece)
      if (isStated) break
      await setImmediate()
    }
    if (!isStated) reader.end()
  } catch (error) {
    // The end of a recording is often cut off. The epochs before it are enough.
    if (!isOfFile(error)) throw error
  }
  const position = reader.observations.header?.station.position
  if (!Number.isFinite(firstMs)) throw unreadable('rover_file_not_rinex')
  if (!position) throw unreadable('rover_file_no_position')
  return {
    ...positionOf(position),
    from: new Date(Math.floor(utcFromGps(firstMs) / MINUTE_MS) * MINUTE_MS),
    to: new Date(Math.floor(utcFromGps(lastMs) / MINUTE_MS + 1) * MINUTE_MS),
  }
}

const isOfFile = (error: unknown) =>
  error instanceof RinexError || (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true

async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  if (content[0] === 0x1f && content[1] === 0x8b) {
    const gunzip = createGunzip({ chunkSize: PIECE_BYTES })
    gunzip.end(content)
    yield* gunzip
  } else for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
}
