import { Converter } from '../../src/convert/converter.ts'
import type { ConversionSettings } from '../../src/convert/settings.ts'
import { frame } from '../../src/encode/frames.ts'
import { FrameReader } from '../../src/frames/frame-reader.ts'

const UNCHANGED: ConversionSettings = { messages: null, constellations: null, everySeconds: null, form: 'as_is' }

export const converter = (settings: Partial<ConversionSettings>) => new Converter({ ...UNCHANGED, ...settings })

/** The payloads of all frames; fails on any other bytes. */
export function payloadsIn(bytes: Buffer): Buffer[] {
  const payloads: Buffer[] = []
  const reader = new FrameReader((payload) => payloads.push(Buffer.from(payload)))
  reader.push(bytes)
  const { badCrcs, skippedBytes } = reader.takeCounts()
  if (badCrcs + skippedBytes + reader.unfinishedBytes > 0) throw new Error('there is more than whole frames')
  return payloads
}

export const typeOf = (payload: Buffer) => (payload[0]! << 4) | (payload[1]! >> 4)
/** DF393 of an MSM, DF005 of a 1004; of a 1012 three bits earlier. */
export const saysMore = (payload: Buffer) => {
  const bit = typeOf(payload) >= 1009 && typeOf(payload) <= 1012 ? 51 : 54
  return ((payload[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1
}

/** Pushes messages one by one; returns the output of each, and the rest. */
export function convertEach(payloads: readonly Buffer[], settings: Partial<ConversionSettings>) {
  const one = converter(settings)
  const parts = payloads.map((payload) => payloadsIn(one.push(frame(payload))))
  return { parts, rest: payloadsIn(one.end()), counts: one.counts }
}

export function convertAll(payloads: readonly Buffer[], settings: Partial<ConversionSettings>) {
  const { parts, rest, counts } = convertEach(payloads, settings)
  return { payloads: [...parts.flat(), ...rest], counts }
}
