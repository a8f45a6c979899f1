// A rover: requests a mountpoint and writes the corrections to standard output.
// node example.ts caster.example.mx 2101 MOUNTPOINT user password > stream.rtcm3
import { connect } from 'node:net'
import { ChunkedDecoder, readResponse, streamRequest, withoutLineEnds, writeGga } from '@vertice/ntrip'

const [host = 'localhost', port = '2101', mountpoint = '', username = '', password = ''] = process.argv.slice(2)
const gga = writeGga({ lat: 19.4326, lng: -99.1332 }, new Date())
const socket = connect(Number(port), host)
socket.write(
  streamRequest({
    ...{ revision: 2, host, port: Number(port), mountpoint, agent: 'Example/1.0', gga },
    credentials: { username, password },
  }),
)

let head = Buffer.alloc(0)
let isOpen = false
let lineEndsMayFollow = false
let chunks: ChunkedDecoder | null = null

for await (let bytes of socket) {
  if (!isOpen) {
    head = Buffer.concat([head, bytes])
    const response = readResponse(head)
    if (response === 'incomplete') continue
    if (response.status === 'refused') throw new Error(`${response.reason}: ${response.said}`)
    isOpen = true
    if (response.chunked) chunks = new ChunkedDecoder()
    lineEndsMayFollow = response.lineEndsMayFollow
    bytes = head.subarray(response.headLength)
  }
  if (lineEndsMayFollow) {
    bytes = withoutLineEnds(bytes)
    lineEndsMayFollow = bytes.length === 0
  }
  for (const data of chunks ? chunks.push(bytes) : [bytes]) process.stdout.write(data)
}
