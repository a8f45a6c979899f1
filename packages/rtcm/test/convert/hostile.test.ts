// Invalid input: nothing throws, and the output consists of whole frames with complete messages.
import { describe, expect, it } from 'vitest'
import { frame } from '../../src/encode/frames.ts'
import { isObservation } from '../../src/observations/head.ts'
import { converter, payloadsIn, typeOf } from '../support/conversion.ts'
import { type Random, randomMsm, readLegacy, readMsm, seeded, writeMsm } from '../support/raw-messages.ts'

const FORMS = ['msm5', 'msm4', 'legacy'] as const

function hostile(random: Random): Buffer {
  const kind = random(6)
  if (kind === 0) return Buffer.from(Array.from({ length: random(1024) }, () => random(256)))
  const series = 1071 + 10 * random(7) + random(7)
  const type = kind === 1 ? 1001 + random(12) : kind === 2 ? 1020 : series
  const payload =
    kind >= 3
      ? writeMsm(randomMsm(random, series))
      : Buffer.from(Array.from({ length: 2 + random(400) }, () => random(256)))
  payload[0] = type >> 4
  payload[1] = ((type & 15) << 4) | (payload[1]! & 15)
  if (kind === 4) for (let i = 0; i < 8; i++) payload[3 + random(payload.length - 3)] = random(256)
  return kind === 5 ? payload.subarray(0, 2 + random(payload.length - 2)) : payload
}

describe.each(FORMS)('a conversion as %s', (form) => {
  it('yields whole messages of that form for any input', () => {
    const random = seeded(FORMS.indexOf(form) + 77)
    for (let round = 0; round < 40; round++) {
      const one = converter({
        form,
        everySeconds: round % 2 ? 5 : null,
        constellations: round % 3 ? null : ['GPS', 'GLO'],
      })
      for (let i = 0; i < 60; i++) {
        const bytes = random(10) === 0 ? hostile(random) : frame(hostile(random))
        const cut = random(bytes.length + 1)
        const made = Buffer.concat([
          one.push(bytes.subarray(0, cut)),
          one.push(bytes.subarray(cut)),
          random(20) ? Buffer.alloc(0) : one.end(),
        ])
        for (const payload of payloadsIn(made)) {
          const type = typeOf(payload)
          if (!isObservation(type)) continue
          // A message that is forwarded unchanged may have bytes after its end.
          if (form !== 'legacy') expect(readMsm(payload, true).type % 10).toBeLessThanOrEqual(form === 'msm5' ? 5 : 4)
          else {
            expect(type).toBeLessThanOrEqual(1012)
            if (type === 1004 || type === 1012) expect(() => readLegacy(payload, true)).not.toThrow()
          }
        }
      }
    }
  })
})

describe('a flood of input', () => {
  it('holds back at most one message if its epoch does not end', () => {
    const one = converter({ form: 'legacy' })
    const message = randomMsm(seeded(1), 1077, { more: 1, epoch: 1000 })
    let bytes = 0
    for (let i = 0; i < 5_000; i++) bytes += one.push(frame(writeMsm(message))).length
    expect(bytes + one.end().length).toBeLessThan(2_000)
  })

  it('is omitted if it is other bytes between frames', () => {
    const one = converter({})
    const made = one.push(
      Buffer.concat([
        Buffer.from('$GPGGA,1*00\r\n'),
        frame(writeMsm(randomMsm(seeded(2), 1077, { more: 0 }))),
        Buffer.from([0xd3, 0, 2, 1]),
      ]),
    )
    expect(payloadsIn(made)).toHaveLength(1)
  })
})
