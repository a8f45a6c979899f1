// A station with a realistic stream: position and observations, epoch after epoch.
import { FrameReader } from '@vertice/rtcm'
import { epochBytes, stationBytes } from '../../../packages/rtcm/test/support/sky.ts'
import { isLive } from '../../caster/helpers.ts'
import type { TestCaster } from '../../support/caster.ts'

const EPOCH_MS = 100

/** Sends one epoch after another, each in a single write. */
export function beating(send: (bytes: Buffer) => void): { stop(): void } {
  const beat = () => send(Buffer.concat([stationBytes(), epochBytes(Math.floor(Date.now() / EPOCH_MS) * EPOCH_MS)]))
  beat()
  const timer = setInterval(beat, EPOCH_MS)
  return { stop: () => clearInterval(timer) }
}

/** Pushes such a stream until the caster stops. */
export async function beatingBase(caster: TestCaster, code: string, mountpoint: string): Promise<void> {
  const peer = await caster.base(code, mountpoint)
  caster.stopWithIt(beating((bytes) => peer.write(bytes)))
  await isLive(caster, code)
}

export function framesIn(bytes: Buffer): { frames: number; badCrcs: number; skippedBytes: number } {
  let frames = 0
  const reader = new FrameReader(() => frames++)
  reader.push(bytes)
  return { frames, ...reader.takeCounts() }
}
