// The built browser app in memory: its files under /assets/, and its pages, each of which gets a nonce of its own.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './security-headers.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
}
const NONCE = '__CSP_NONCE__'
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
/** Vite puts a hash of the content into the name. */
const NAMED_BY_CONTENT = /-[\w-]{8}\.\w+$/

interface Asset {
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  readonly bodies: ReadonlyMap<string, Buffer>
}

export type PageName = 'index' | 'public'

export class Bundle {
  readonly #assets: ReadonlyMap<string, Asset>
  readonly #pages: ReadonlyMap<string, string>
  readonly #imageSources: readonly string[]

  private constructor(
    assets: ReadonlyMap<string, Asset>,
    pages: ReadonlyMap<string, string>,
    imageSources: readonly string[],
  ) {
    this.#assets = assets
    this.#pages = pages
    this.#imageSources = imageSources
  }

  static async load(folder: string, imageSources: readonly string[] = []): Promise<Bundle> {
    const assets = new Map<string, Asset>()
    for (const name of await readdir(join(folder, 'assets'), { recursive: true })) {
      const type = TYPES[extname(name)]
      if (type) assets.set(name, await loadAsset(join(folder, 'assets', name), type))
    }
    const pages = new Map<PageName, string>()
    for (const name of ['index', 'public'] as const)
      pages.set(name, await readFile(join(folder, `${name}.html`), 'utf8'))
    return new Bundle(assets, pages, imageSources)
  }

  /** What a browser loads before a page shows anything, each with its bytes on the wire: what the page names, and what that imports. */
  initialFiles(page: PageName): ReadonlyMap<string, number> {
    const found = new Map<string, number>()
    const add = (name: string) => {
      const asset = this.#assets.get(name)
      if (!asset || found.has(name)) return
      found.set(name, Math.min(...Array.from(asset.bodies.values(), ({ length }) => length)))
      const code = asset.bodies.get('identity')!.toString()
      for (const [, imported] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) add(imported!)
    }
    for (const [, name] of this.#pages.get(page)!.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g)) add(name!)
    return found
  }

  sendPage(name: PageName, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .code(200)
      .header('content-security-policy', contentSecurityPolicy(nonce, this.#imageSources))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(this.#pages.get(name)!.replaceAll(NONCE, nonce))
  }

  /** False: there is no such file. */
  sendAsset(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | false {
    const asset = this.#assets.get(name)
    if (!asset) return false
    reply.headers({ etag: asset.etag, 'cache-control': asset.cacheControl, vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = ENCODINGS.map(([name]) => name).find((name) => accepted.includes(name) && asset.bodies.has(name))
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type(asset.type).send(asset.bodies.get(encoding ?? 'identity'))
  }
}

async function loadAsset(file: string, type: string): Promise<Asset> {
  const content = await readFile(file)
  const bodies = new Map([['identity', content]])
  for (const [encoding, ending] of ENCODINGS)
    if (existsSync(file + ending)) bodies.set(encoding, await readFile(file + ending))
  return {
    type,
    bodies,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    cacheControl: NAMED_BY_CONTENT.test(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  }
}

const NOT_BUILT = 'The pages could not be built on this machine; the service says why in its log. The API works.\n'

/** Answers with a page, or says why there is none. */
export const pageSender =
  (bundle: Bundle | null, name: PageName) =>
  (reply: FastifyReply): FastifyReply =>
    bundle ? bundle.sendPage(name, reply) : reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
