// The built browser app: its pages, each of which gets a nonce of its own, and the names of its files.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { contentSecurityPolicy } from './security-headers.ts'

const NONCE = '__CSP_NONCE__'
const COMPRESSED = /\.(br|gz)$/

export type PageName = 'index' | 'public'

/** What a page is told in its head, for as long as nobody sets something else: where images may come from, and whose it is. */
export interface PageFacts {
  readonly imageSources: readonly string[]
  readonly accent: string
  readonly accentPale: string
  /** Addresses; null: none. */
  readonly logo: string | null
  readonly logoDark: string | null
}

type ReadFacts = () => PageFacts | null

export class Bundle {
  readonly folder: string
  /** The files under /assets/; those that were compressed go out in their place. */
  readonly assets: ReadonlySet<string>
  readonly #pages: ReadonlyMap<PageName, string>
  readonly #facts: ReadFacts

  private constructor(
    folder: string,
    assets: ReadonlySet<string>,
    pages: ReadonlyMap<PageName, string>,
    facts: ReadFacts,
  ) {
    this.folder = folder
    this.assets = assets
    this.#pages = pages
    this.#facts = facts
  }

  /** `facts` null: the page as it was built. */
  static async load(folder: string, facts: ReadFacts = () => null): Promise<Bundle> {
    const files = await readdir(join(folder, 'assets'))
    const pages = new Map<PageName, string>()
    for (const name of ['index', 'public'] as const)
      pages.set(name, await readFile(join(folder, `${name}.html`), 'utf8'))
    return new Bundle(folder, new Set(files.filter((name) => !COMPRESSED.test(name))), pages, facts)
  }

  sendPage(name: PageName, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64url')
    const facts = this.#facts()
    return reply
      .code(200)
      .header('content-security-policy', contentSecurityPolicy(nonce, facts?.imageSources))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        this.#pages
          .get(name)!
          .replaceAll(NONCE, nonce)
          .replace('</head>', `${facts ? headOf(facts, nonce) : ''}</head>`),
      )
  }
}

const NO_PAGES = 'There are no pages here. The API works.\n'

/** Colours and addresses of our own making: nothing in them could end the element. */
const headOf = ({ accent, accentPale, logo, logoDark }: PageFacts, nonce: string): string =>
  [
    `<style nonce="${nonce}">:root:root{--accent-deep:${accent};--accent-pale:${accentPale}}</style>`,
    logo && `<meta name="brand-logo" content="${logo}">`,
    logoDark && `<meta name="brand-logo-dark" content="${logoDark}">`,
  ]
    .filter(Boolean)
    .join('')

/** Answers with a page, or says why there is none. */
export const pageSender =
  (bundle: Bundle | null, name: PageName) =>
  (reply: FastifyReply): FastifyReply =>
    bundle ? bundle.sendPage(name, reply) : reply.code(503).type('text/plain; charset=utf-8').send(NO_PAGES)
