// Requests to another caster, as its client (for example of a VRS engine) or as its source (the simulator).
import { type Credentials, writeBasic } from './basic.ts'
import { oneLine } from './head.ts'

/** Address, credentials and NTRIP revision of a request. */
export interface Call {
  readonly revision: 1 | 2
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly credentials: Credentials | null
  /** Sent after the word NTRIP, which casters look for; for example `Vertice/1.0`. */
  readonly agent: string
}

/** Requests a stream. Rev2 can include the first GGA; a rev1 client sends it as a line once the stream is open. */
export function streamRequest(call: Call & { readonly gga?: string }): string {
  const path = `/${encodeURIComponent(call.mountpoint)}`
  if (call.revision === 1) return head([`GET ${path} HTTP/1.0`, agentLine(call), ...authorization(call)])
  return head([
    `GET ${path} HTTP/1.1`,
    ...rev2Lines(call),
    ...authorization(call),
    ...(call.gga === undefined ? [] : [`Ntrip-GGA: ${call.gga}`]),
    'Connection: close',
  ])
}

/** Offers a stream: `SOURCE` in rev1, which sends only a password; `POST` in rev2. */
export function pushRequest(call: Call & { readonly chunked?: boolean }): string {
  const path = `/${encodeURIComponent(call.mountpoint)}`
  if (call.revision === 1) {
    return head([`SOURCE ${call.credentials?.password ?? ''} ${path}`, `Source-Agent: NTRIP ${call.agent}`])
  }
  return head([
    `POST ${path} HTTP/1.1`,
    ...rev2Lines(call),
    ...authorization(call),
    'Content-Type: gnss/data',
    ...(call.chunked ? ['Transfer-Encoding: chunked'] : []),
    'Connection: close',
  ])
}

const rev2Lines = (call: Call) => [
  `Host: ${call.host.includes(':') ? `[${call.host}]` : call.host}:${call.port}`,
  'Ntrip-Version: Ntrip/2.0',
  agentLine(call),
]
const agentLine = ({ agent }: Call) => `User-Agent: NTRIP ${agent}`
const authorization = ({ credentials }: Call) => (credentials ? [`Authorization: ${writeBasic(credentials)}`] : [])

const head = (lines: string[]) => `${lines.map(oneLine).join('\r\n')}\r\n\r\n`
