// Bases that send observations like receivers, and an analysis of which base a rover received.
import { encodeMsm, FrameReader, frame } from '@vertice/rtcm'
import type { Peer, TestCaster } from '../support/caster.ts'

const EVERY_MS = 100

/** One epoch of one satellite. */
export const epochOf = (stationId: number, instantMs = Date.now()): Buffer =>
  frame(
    encodeMsm(7, {
      constellation: 'GPS',
      stationId,
      instantMs,
      moreFollow: false,
      satellites: [
        {
          satellite: 7,
          signals: [
            { signal: '1C', pseudorange: 2.2e7, phaseRange: 2.2e7, phaseRangeRate: 100, cnr: 45, lockTime: 60 },
          ],
        },
      ],
    }),
  )

/** Sends an epoch ten times a second until `stop`, or until the caster stops. */
export async function observingBase(
  caster: TestCaster,
  { code, mountpoint }: { code: string; mountpoint: string },
  stationId: number,
  port = caster.port,
): Promise<{ stop(): void }> {
  const peer = await caster.base(code, mountpoint, port)
  peer.write(epochOf(stationId))
  const timer = setInterval(() => peer.write(epochOf(stationId)), EVERY_MS)
  const stop = () => {
    clearInterval(timer)
    peer.close()
  }
  caster.stopWithIt({ stop })
  return { stop }
}

export interface Heard {
  /** The sources of the received frames in order, without repetitions: a station id, or the VRS engine. */
  readonly whom: (number | 'engine')[]
  /** Bytes outside of frames; a partial frame at the end is not counted. */
  readonly stray: number
}

/** Analyses the frames of the fake engine and of this file's bases. */
export function heardBy({ received }: Peer): Heard {
  const whom: Heard['whom'] = []
  const reader = new FrameReader((payload) => {
    const source = payload.toString('latin1', 0, 1) === '<' ? 'engine' : payload.readUInt16BE(1) & 0xfff
    if (whom.at(-1) !== source) whom.push(source)
  })
  reader.push(received)
  return { whom, stray: reader.takeCounts().skippedBytes }
}
