// What a client says to a caster, byte for byte, and what it has to hear to go on.

export interface Asked {
  readonly mountpoint: string
  readonly username: string
  readonly password: string
  readonly port: number
  /** A sentence with its line end. */
  readonly gga: string
}

/**
 * `source`: from its public source code. `quoted`: as others wrote it down (a log, a test, a program that pretends to be it).
 * `modelled`: its makers do not say; this is how programs of its kind ask.
 */
export type Known = 'source' | 'quoted' | 'modelled'

export type Answer = 'ICY 200 OK' | 'HTTP/1.1 200 OK' | 'SOURCETABLE 200 OK'

export interface ClientForm {
  readonly client: string
  readonly as: 'rover' | 'source' | 'table'
  readonly revision: '1' | '2' | 'HTTP'
  readonly known: Known
  /** All that it sends before it is answered. */
  readonly sends: (asked: Asked) => string
  readonly answer: Answer
  /** What it looks for in the answer; without it, the first line is enough. */
  readonly needs?: readonly (string | RegExp)[]
  /** It asks for the network mountpoint, with a position. */
  readonly network?: boolean
  /** Of a source: its data comes in chunks. */
  readonly chunked?: boolean
  /** What is odd about it. */
  readonly oddity?: string
  /** The program itself runs in a test too. */
  readonly program?: boolean
}

/** Lines with their ends, and the empty one. */
export const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

export const login = ({ username, password }: Asked) =>
  `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export const HOST = 'caster.example.mx'
export const hostAndPort = ({ port }: Asked) => `Host: ${HOST}:${port}`

const ICY = 'ICY 200 OK'
const HTTP = 'HTTP/1.1 200 OK'

type More = Partial<Pick<ClientForm, 'needs' | 'network' | 'oddity' | 'program' | 'chunked'>>

/** A rover that is answered as rev1 has it. */
export const rev1 = (client: string, known: Known, sends: ClientForm['sends'], more: More = {}): ClientForm => ({
  ...{ client, known, sends, ...more },
  as: 'rover',
  revision: '1',
  answer: ICY,
})

/** A rover that is answered in HTTP, and told the type of what follows. */
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
