// A fake BKG caster. It serves its three files as it last read them, reads them again on request if one of them is
// newer than its last reading in whole seconds, lists connected clients and disconnects them by id. Like BKG 2.0.21 it
// compares header names byte by byte.
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { lastingPort } from '../../../test/support/ports.ts'

interface Listener {
  readonly id: number
  readonly user: string
  readonly mountpoint: string
  readonly agent: string
}

const NAMES = ['users.aut', 'groups.aut', 'clientmounts.aut']

export class FakeCaster {
  readonly folder: string
  trouble: 'none' | 'error' | 'silent' = 'none'
  readonly asked: string[] = []
  /** Reload requests that found no newer file. */
  readonly deaf: number[] = []
  readonly #server = createServer((request, response) => this.#answer(request, response))
  readonly #listeners = new Map<number, Listener>()
  #port = 0
  #nextId = 1
  #lastReading = 0
  #users = new Map<string, string>()
  #groups = new Map<string, { users: string[]; limit: number }>()
  #mounts = new Map<string, string[]>()

  constructor(folder: string) {
    this.folder = folder
  }

  get url(): string {
    return `http://chief:s%C3%A9same@127.0.0.1:${this.#port}`
  }

  /** Starts on the same port as before, with the present files and no connected client. */
  async start(): Promise<void> {
    this.#listeners.clear()
    this.#read()
    this.#port ||= await lastingPort()
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** A reload that another client than the bridge requests. */
  rehash(): void {
    const newest = Math.max(...NAMES.map((name) => Math.floor(statSync(join(this.folder, name)).mtimeMs / 1_000)))
    if (newest > this.#lastReading) this.#read()
    else this.deaf.push(newest)
  }

  get users(): ReadonlyMap<string, string> {
    return this.#users
  }

  get mounts(): ReadonlyMap<string, readonly string[]> {
    return this.#mounts
  }

  lets(user: string, password: string, mountpoint: string): boolean {
    const groups = this.#mounts.get(`/${mountpoint}`)
    if (!groups) return true
    return this.#users.get(user) === password && groups.some((name) => this.#groups.get(name)?.users.includes(user))
  }

  limitOf = (user: string): number | undefined =>
    [...this.#groups.values()].find(({ users }) => users.includes(user))?.limit

  /** Returns the client's id; `null` if rejected. */
  connect(user: string, password: string, mountpoint: string, agent = 'NTRIP test'): number | null {
    if (!this.lets(user, password, mountpoint)) return null
    const id = this.#nextId++
    this.#listeners.set(id, { id, user, mountpoint, agent })
    return id
  }

  isConnected = (id: number): boolean => this.#listeners.has(id)

  #read(): void {
    const lines = (name: string) => {
      try {
        const text = readFileSync(join(this.folder, name), 'utf8')
        if (text.includes('# BEGIN VERTICE') && !text.endsWith('# END VERTICE\n'))
          throw new Error(`${name} is not whole`)
        return text.split('\n').filter((line) => line !== '' && !/^[# ]/.test(line))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    }
    this.#users = new Map(lines('users.aut').map((line) => line.split(':', 2) as [string, string]))
    this.#groups = new Map(
      lines('groups.aut').map((line) => {
        const [name = '', users = '', limit = '-1'] = line.split(':')
        return [name, { users: users.split(',').filter((user) => this.#users.has(user)), limit: Number(limit) }]
      }),
    )
    this.#mounts = new Map(
      lines('clientmounts.aut').map((line) => {
        const [name = '', groups = ''] = line.split(':')
        return [name, groups.split(',').filter((group) => this.#groups.has(group))]
      }),
    )
    this.#lastReading = Math.floor(Date.now() / 1_000)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://caster')
    const mode = searchParams.get('mode') ?? ''
    this.asked.push(mode)
    if (this.trouble === 'silent') return
    if (this.trouble === 'error') {
      response.writeHead(500).end('no')
      return
    }
    const header = (name: string) => request.rawHeaders[request.rawHeaders.indexOf(name) + 1] ?? ''
    const login = request.rawHeaders.includes('Authorization') ? header('Authorization').slice(6) : ''
    const [user = '', password = ''] = Buffer.from(login, 'base64').toString().split(':')
    if (
      pathname !== '/admin' ||
      !['Host', 'User-Agent'].every((name) => request.rawHeaders.includes(name)) ||
      /^ntrip/i.test(header('User-Agent')) ||
      !this.lets(user, password, 'admin')
    ) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="/admin"' }).end()
      return
    }
    if (mode === 'rehash') this.rehash()
    if (mode === 'kick') this.#listeners.delete(Number(searchParams.get('argument')))
    const lines = [...this.#listeners.values()].map(
      ({ id, user, mountpoint, agent }) =>
        `<li>[Host: 127.0.0.1] [IP: 127.0.0.1] [User: ${user}] [Mountpoint: /${mountpoint}] [Id: ${id}] [Connected for: 3 seconds] [Bytes written: 10] [Errors: 0] [User agent: ${agent}] [Type: http client]<br>`,
    )
    response.end(`<html><body>\n${mode === 'listeners' ? lines.join('\n') : 'done'}\n</body></html>`)
  }
}
