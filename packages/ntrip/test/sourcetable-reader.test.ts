import { expect, it } from 'vitest'
import { readTable } from '../src/sourcetable/reader.ts'

const placeIn = (lat: string, lng: string) => {
  const line = `STR;M;M;RTCM 3.2;1074(1);2;GPS;NET;MEX;${lat};${lng};0;0;X;none;B;N;2400;none`
  const lines = readTable(`${line}\r\nENDSOURCETABLE\r\n`)
  let step = lines.next()
  while (!step.done) step = lines.next()
  const { streams } = step.value
  return [streams[0]!.lat, streams[0]!.lng]
}

it.each([
  ['19.43', '-99.13', 19.43, -99.13],
  ['19.43', '260.87', 19.43, -99.13],
  ['-19.43', '-260.87', -19.43, 99.13],
  ['0.00', '0.00', 0, 0],
])('reads the position %s;%s', (lat, lng, north, east) => {
  expect(placeIn(lat, lng)).toEqual([north, east])
})

it.each([
  ['19.43', ''],
  ['', '-99.13'],
  ['19.43', 'W99'],
  ['91', '-99.13'],
])('reads no position from %s;%s', (lat, lng) => {
  expect(placeIn(lat, lng)).toEqual([null, null])
})
