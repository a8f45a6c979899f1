// A client's request to a caster, byte for byte, and what the client needs in the response.

export interface Asked {
  readonly mountpoint: string
  readonly username: string
  readonly password: string
  readonly port: number
  /** A sentence with its line ending. */
  readonly gga: string
}

/**
 * How the request is known. `source`: from the client's public source code. `quoted`: as recorded by others (a log, a
 * test, an emulator). `modelled`: not documented; follows programs of the same kind.
 */
export type Known = 'source' | 'quoted' | 'modelled'

export type Answer = 'ICY 200 OK' | 'HTTP/1.1 200 OK' | 'SOURCETABLE 200 OK'

export interface ClientForm {
  readonly client: string
  readonly as: 'rover' | 'source' | 'table'
  readonly revision: '1' | '2' | 'HTTP'
  readonly known: Known
  /** Everything that the client sends before the response. */
  readonly sends: (asked: Asked) => string
  readonly answer: Answer
  /** Parts of the response that the client needs; by default only the first line. */
  readonly needs?: readonly (string | RegExp)[]
  /** Requests the network mountpoint, with a position. */
  readonly network?: boolean
  readonly chunked?: boolean
  readonly oddity?: string
  /** The program itself also runs in a test. */
  readonly program?: boolean
}

export const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

export const login = ({ username, password }: Asked) =>
  `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export const HOST = 'caster.example.mx'
export const hostAndPort = ({ port }: Asked) => `Host: ${HOST}:${port}`

const ICY = 'ICY 200 OK'
const HTTP = 'HTTP/1.1 200 OK'

type More = Partial<Pick<ClientForm, 'needs' | 'network' | 'oddity' | 'program' | 'chunked'>>

export const rev1 = (client: string, known: Known, sends: ClientForm['sends'], more: More = {}): ClientForm => ({
  ...{ client, known, sends, ...more },
  as: 'rover',
  revision: '1',
  answer: ICY,
})

export const rev2 = (client: string, known: Known, sends: ClientForm['sends'], more: More = {}): ClientForm => ({
  ...{ client, known, sends, ...more },
  as: 'rover',
  revision: '2',
  answer: HTTP,
  needs: ['\r\nContent-Type: gnss/data\r\n', ...(more.needs ?? [])],
})

export const source1 = (client: string, known: Known, sends: ClientForm['sends'], more: More = {}): ClientForm => ({
  ...{ client, known, sends, ...more },
  as: 'source',
  revision: '1',
  answer: ICY,
})

export const source2 = (client: string, known: Known, sends: ClientForm['sends'], more: More = {}): ClientForm => ({
  ...{ client, known, sends, ...more },
  as: 'source',
  revision: '2',
  answer: HTTP,
})

export const table = (
  client: string,
  known: Known,
  revision: ClientForm['revision'],
  sends: ClientForm['sends'],
  more: More = {},
): ClientForm => ({
  ...{ client, known, revision, sends, ...more },
  as: 'table',
  answer: revision === '1' ? 'SOURCETABLE 200 OK' : HTTP,
})
