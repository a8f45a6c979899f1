import { randomBytes } from 'node:crypto'
import { writeGga } from '@vertice/ntrip'
import { describe, expect, it } from 'vitest'
import { foreignFormats } from '../../src/frames/foreign-formats.ts'
import { epochFrame, stationFrames } from '../support/epochs.ts'
import { ubx } from '../support/ubx.ts'

const gga = Buffer.from(`${writeGga({ lat: 19, lng: -99, quality: 4 }, new Date())}\r\n`)

describe('a stream that is not RTCM', () => {
  it.each([
    ['UBX', ubx(0x02, 0x15, randomBytes(300)), ['UBX']],
    ['NMEA', gga, ['NMEA']],
    ['NMEA of a maker', Buffer.from('$PUBX,00,1*2E\r\n'), ['NMEA']],
    ['both', Buffer.concat([gga, ubx(1, 7, Buffer.alloc(92)), gga]), ['UBX', 'NMEA']],
    ['the middle of UBX', Buffer.concat([randomBytes(40), ubx(1, 7, Buffer.alloc(10)), Buffer.from([0xb5])]), ['UBX']],
    ['RTCM', Buffer.concat([...stationFrames(), epochFrame()]), []],
    ['nothing', Buffer.alloc(0), []],
    ['the beginning of UBX', ubx(1, 7, Buffer.alloc(92)).subarray(0, 60), []],
    ['UBX that was changed on the way', changed(ubx(1, 7, Buffer.alloc(92))), []],
    ['NMEA that was changed on the way', changed(gga), []],
    ['a web page', Buffer.from('<html>$100,000*00</html>\r\n'), []],
  ] as const)('%s', (_, bytes, formats) => {
    expect(foreignFormats(bytes)).toEqual(formats)
  })

  it('is examined for a limited time, however many frame starts it has', () => {
    const beginnings = Buffer.alloc(4096)
    for (let at = 0; at + 1 < beginnings.length; at += 2) beginnings.writeUInt16BE(0xb562, at)
    expect(foreignFormats(beginnings)).toEqual([])
  })
})

function changed(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[20]! ^= 1
  return copy
}
