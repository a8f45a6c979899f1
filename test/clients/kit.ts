// The environment of an integrator: a service on a port, a token, and a folder with the installed client.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Document } from '../../scripts/client-types/contract.ts'
import { description } from '../../scripts/openapi/description.ts'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { CHECKOUT } from '../support/checkout.ts'
import { ALLOW } from '../support/receiver.ts'
import { TestService } from '../support/service.ts'

export const run = promisify(execFile)

/** Timeout of a command; longer means that it hangs. */
export const TIMEOUT_MS = 110_000

export interface Listening {
  readonly service: TestService
  readonly url: string
}

/** A service that may deliver webhooks to this machine. */
export async function startListening(): Promise<Listening> {
  const service = await TestService.start({ refuseTarget: targetRefuser(ALLOW) })
  return { service, url: await (await service.app).listen({ host: '127.0.0.1', port: 0 }) }
}

/** Max failures of the same request: fewer than a client's retries. */
const WORST = 3

/** A proxy to the service that drops every seventh response after the work was done, and returns 503 to every fifth. */
export async function startBadLine(url: string) {
  let count = 0
  const troubles = { lost: 0, refused: 0 }
  const attempts = new Map<string, number>()
  const server = createServer((request, response) => {
    const number = ++count
    // Without a limit, one of many concurrent requests could be the fifth every time.
    const name = `${request.method} ${request.url} ${request.headers['idempotency-key']}`
    const attempt = (attempts.get(name) ?? 0) + 1
    attempts.set(name, attempt)
    if (attempt > WORST) return pass(request, response, url, false)
    if (number % 5 === 0) {
      troubles.refused += 1
      response.writeHead(503, { 'retry-after': '0', 'content-type': 'text/html' }).end('<h1>Busy</h1>')
      return
    }
    const lost = number % 7 === 0
    if (lost) troubles.lost += 1
    pass(request, response, url, lost)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    troubles,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pass(request: IncomingMessage, response: ServerResponse, url: string, lost: boolean): void {
  const onward = forward(url + request.url, { method: request.method!, headers: request.headers }, (answer) => {
    if (lost) {
      answer.resume().on('end', () => response.destroy())
      return
    }
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}

const pathTo = (path: string) => join(CHECKOUT, path)

/** A folder like that of `npm init -y`. */
export function newProject(): { folder: string; remove: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-client-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "version": "1.0.0", "type": "commonjs" }\n')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The install command of the quick start, with the address of this service. */
function installCommand(program: 'npm' | 'pip', url: string): string[] {
  const guide = readFileSync(pathTo('docs/guides/en/quick-start.md'), 'utf8')
  const [, address] = new RegExp(`^${program} install https://rtk\\.example\\.mx(\\S+)$`, 'm').exec(guide)!
  return ['install', url + address]
}

/** Installs a client in `folder` from the service, as the guide says, without access to a registry. */
export const INSTALL = {
  typescript: (folder: string, url: string) =>
    run('npm', [...installCommand('npm', url), '--no-audit', '--registry', 'http://127.0.0.1:9'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      timeout: TIMEOUT_MS,
    }),
  python: (folder: string, url: string) =>
    run('pip', [...installCommand('pip', url), '--no-index', '--no-cache-dir', '--target', join(folder, PYTHON)], {
      timeout: TIMEOUT_MS,
    }),
}

/** The target folder of pip in the project. */
export const PYTHON = 'python'

/** The first example of a client's README, as a reader pastes it. */
export function firstExample(client: 'typescript' | 'python'): string {
  const [, code] = /```(?:js|python)\n(.*?)```/s.exec(readFileSync(pathTo(`clients/${client}/README.md`), 'utf8')) ?? []
  return code!
}

export const integration = (file: string): string => pathTo(`examples/integration/${file}`)

/** The output of a successful integration. */
export const INTEGRATED = 'issued: 50\nfound: 50\nrenewed: 50\nrevoked: 50\nevents: 100\n'

let document: Promise<Document> | null = null
/** Cached: generating the description takes as long as starting the API. */
export function describedOnce(): Promise<Document> {
  document ??= description().then((text) => JSON.parse(text))
  return document
}

/** Method and path of each operation in the description, with normalised parameter names. */
export async function describedOperations(): Promise<Set<string>> {
  const { paths } = await describedOnce()
  return new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => withPlainIds(`${method.toUpperCase()} ${path}`)),
    ),
  )
}

export const withPlainIds = (name: string): string => name.replace(/\{\w+\}/g, '{id}')
