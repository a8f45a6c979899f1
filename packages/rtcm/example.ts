// Lists the messages of an RTCM 3 stream: node example.ts < stream.rtcm3
import { decodeObservationHead, decodePosition, FrameReader } from '@vertice/rtcm'

const reader = new FrameReader((payload, type) => {
  const observations = decodeObservationHead(payload, type)
  const position = decodePosition(payload)
  if (observations) console.log(`${type}: ${observations.satellites} satellites of ${observations.constellation}`)
  else if (position) console.log(`${type}: antenna at ${position.x}, ${position.y}, ${position.z}`)
  else console.log(`${type}: ${payload.length} bytes`)
})

for await (const bytes of process.stdin) reader.push(bytes)

const { badCrcs, skippedBytes } = reader.takeCounts()
console.log(`${badCrcs} bad checksums, ${skippedBytes} bytes outside of frames`)
