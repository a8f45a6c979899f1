// What stations send: frames and their messages.
import assert from 'node:assert/strict'
import {
  type ConversionSettings,
  Converter,
  crc24q,
  decodeEquipment,
  decodeObservationHead,
  decodePosition,
  encode1006,
  encode1033,
  FrameReader,
  frame,
  messageType,
  StreamMeter,
} from '@vertice/rtcm'
import { epochMessages, msmPayload, STATION } from '../../../packages/rtcm/test/support/sky.ts'
import { mutated } from '../mutate.ts'
import { cut, type Target } from '../target.ts'

const AT = Date.parse('2026-11-15T12:00:00Z')
const EQUIPMENT = {
  stationId: 2003,
  antenna: 'TRM59800.00     NONE',
  antennaSetupId: 0,
  antennaSerial: '12345',
  receiver: { type: 'TRIMBLE NETR9', firmware: '5.45', serial: '6789' },
}
const PAYLOADS = [
  encode1006({ ...STATION, antennaHeight: 1.5 }),
  encode1033(EQUIPMENT),
  msmPayload('GPS', AT),
  msmPayload('GLO', AT),
]
/** With more invalid frames than this, the reader starts to skip, and how far depends on the packets. */
const MOST_BAD_FRAMES = 200

/** The input's frames with corrected checksums, or the whole input as one frame. */
function reframed(input: Buffer, random: () => number): Buffer {
  const changed = Buffer.from(mutated(input, random, { other: input }))
  for (let at = changed.indexOf(0xd3); at >= 0 && at + 6 <= changed.length; at = changed.indexOf(0xd3, at + 1)) {
    const end = at + 3 + (changed.readUInt16BE(at + 1) & 0x3ff)
    if (end + 3 > changed.length) continue
    changed[at + 1] = changed[at + 1]! & 3
    changed.writeUIntBE(crc24q(changed, at, end), end, 3)
    at = end + 2
  }
  return random() < 0.1 ? frame(changed.subarray(0, 1023)) : changed
}

const frames: Target = {
  name: 'rtcm-frames',
  seeds: [Buffer.concat(epochMessages(AT)), ...PAYLOADS.map(frame), Buffer.from([0xd3, 3, 0xff, 0xd3, 3, 0xff])],
  mutate: (input, random) => (input.length < 2 ? input : reframed(input, random)),
  run(input) {
    const read = (parts: readonly Buffer[]) => {
      const found: string[] = []
      const reader = new FrameReader((payload, type) => found.push(`${type} ${payload.toString('base64')}`))
      for (const part of parts) reader.push(part)
      return { found, ...reader.takeCounts() }
    }
    const whole = read([input])
    assert(whole.skippedBytes <= input.length)
    if (whole.badCrcs < MOST_BAD_FRAMES) assert.deepEqual(read(cut(input)), whole)
  },
}

const messages: Target = {
  name: 'rtcm-messages',
  seeds: [...PAYLOADS, ...epochMessages(AT).map((each) => each.subarray(3, -3))],
  run(input) {
    const decode = (payload: Buffer) => {
      const type = payload.length < 2 ? 0 : messageType(payload)
      return [decodePosition(payload), decodeEquipment(payload), decodeObservationHead(payload, type)]
    }
    const [alone, between] = [Buffer.from(input), Buffer.alloc(input.length + 64, 0xff)]
    between.set(input, 32)
    // Nothing beyond the message is read, whatever is adjacent in memory.
    assert.deepEqual(decode(between.subarray(32, 32 + input.length)), decode(alone))
    for (const said of decode(alone)) assert.doesNotMatch(JSON.stringify(said), /\\u00[01]|NaN/)
  },
}

const meter: Target = {
  name: 'rtcm-meter',
  seeds: [Buffer.concat([...epochMessages(AT), ...epochMessages(AT + 1000), ...PAYLOADS.map(frame)])],
  mutate: (input, random) => (input.length < 2 ? input : reframed(input, random)),
  run(input) {
    const meter = new StreamMeter(AT)
    const parts = cut(input)
    parts.forEach((part, turn) => {
      meter.push(part, AT + 137 * turn)
    })
    meter.reconnected()
    const now = AT + 137 * parts.length
    const slice = meter.takeSlice(now + 1000)
    assert.equal(slice.bytes, input.length)
    const seen = JSON.stringify(slice, (_, value) => {
      assert(typeof value !== 'number' || Number.isFinite(value))
      return value
    })
    assert(seen.length < 1000 + 20 * input.length)
    // A slice starts at zero after it was taken.
    assert.equal(meter.takeSlice(now + 2000).bytes, 0)
  },
}

const MADE: readonly ConversionSettings[] = (['as_is', 'msm5', 'msm4', 'legacy'] as const).map((form, place) => ({
  messages: place === 0 ? { rule: 'drop', types: [1033] } : null,
  constellations: place % 2 === 0 ? ['GPS', 'GLO', 'GAL'] : null,
  everySeconds: place === 2 ? 5 : null,
  form,
}))

const converter: Target = {
  name: 'rtcm-convert',
  seeds: [Buffer.concat([...epochMessages(AT), ...epochMessages(AT + 1000), ...PAYLOADS.map(frame)])],
  mutate: (input, random) => (input.length < 2 ? input : reframed(input, random)),
  run(input) {
    const bad = new FrameReader(() => {})
    bad.push(input)
    const isRead = bad.takeCounts().badCrcs < MOST_BAD_FRAMES
    for (const settings of MADE) {
      const make = (parts: readonly Buffer[]) => {
        const one = new Converter(settings)
        return Buffer.concat([...parts.map((part) => one.push(part)), one.end()])
      }
      const made = make([input])
      // A satellite takes less than twice the bytes in 1004 than in an MSM4 of one signal.
      assert(made.length <= 2 * input.length)
      // Only whole frames, however the bytes were split.
      const reader = new FrameReader((payload, type) => {
        const level = type >= 1071 && type <= 1137 ? type % 10 : 0
        if (settings.form === 'msm4' || settings.form === 'msm5') {
          assert(level < 1 || level > 7 || level <= Number(settings.form[3]))
          assert(decodeObservationHead(payload, type) === null || level !== 0)
        }
      })
      reader.push(made)
      assert.deepEqual(reader.takeCounts(), { badCrcs: 0, skippedBytes: 0 })
      assert.equal(reader.unfinishedBytes, 0)
      if (isRead) assert(make(cut(input)).equals(made))
    }
  },
}

export const RTCM_TARGETS = [frames, messages, meter, converter]
