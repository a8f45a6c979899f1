// Bases that send observations as receivers do, and what somebody who listens got of whom.
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

/** Sends an epoch ten times a second until it is told to stop, or the caster is. */
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
  /** Whose frames came, one after the other, each once: a station's id as it tells it, or the VRS engine. */
  readonly whom: (number | 'engine')[]
  /** Bytes that are in no frame; half a frame at the end is on its way. */
  readonly stray: number
}

/** Of what the fake engine and bases of this file sent. */
export function heardBy({ received }: Peer): Heard {
  const whom: Heard['whom'] = []
  const reader = new FrameReader((payload) => {
    const source = payload.toString('latin1', 0, 1) === '<' ? 'engine' : payload.readUInt16BE(1) & 0xfff
    if (whom.at(-1) !== source) whom.push(source)
  })
  reader.push(received)
  return { whom, stray: reader.takeCounts().skippedBytes }
}
