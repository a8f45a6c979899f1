// The built browser app: its pages, each of which gets a nonce of its own, and the names of its files.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { contentSecurityPolicy } from './security-headers.ts'

const NONCE = '__CSP_NONCE__'
const COMPRESSED = /\.(br|gz)$/

export type PageName = 'index' | 'public'

export class Bundle {
  readonly folder: string
  /** The files under /assets/; those that were compressed go out in their place. */
  readonly assets: ReadonlySet<string>
  readonly #pages: ReadonlyMap<PageName, string>
  readonly #imageSources: readonly string[]

  private constructor(
    folder: string,
    assets: ReadonlySet<string>,
    pages: ReadonlyMap<PageName, string>,
    imageSources: readonly string[],
  ) {
    this.folder = folder
    this.assets = assets
    this.#pages = pages
    this.#imageSources = imageSources
  }

  static async load(folder: string, imageSources: readonly string[] = []): Promise<Bundle> {
    const files = await readdir(join(folder, 'assets'))
    const pages = new Map<PageName, string>()
    for (const name of ['index', 'public'] as const)
      pages.set(name, await readFile(join(folder, `${name}.html`), 'utf8'))
    return new Bundle(folder, new Set(files.filter((name) => !COMPRESSED.test(name))), pages, imageSources)
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
}

const NOT_BUILT = 'The pages could not be built on this machine; the service says why in its log. The API works.\n'

/** Answers with a page, or says why there is none. */
export const pageSender =
  (bundle: Bundle | null, name: PageName) =>
  (reply: FastifyReply): FastifyReply =>
    bundle ? bundle.sendPage(name, reply) : reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
