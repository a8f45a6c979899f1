// Wires up the customers' pages and PDFs.

import { clientOf, RateLimiter } from '../../../base/limits/rate-limiter.ts'
import { SharedLimit } from '../../../base/limits/shared-limit.ts'
import { alignedInterval } from '../../../base/running/aligned-interval.ts'
import { sha256 } from '../../../base/secrets.ts'
import { type Brand, DEFAULT_BRAND } from '../../../domain/delivery/brand.ts'
import type { CustomerDelivery, CustomerMail } from '../../../domain/delivery/delivery.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import type { CustomerServices, PageWish } from '../../../http/public/customer.ts'
import { calendar } from '../../../outbound/delivery/calendar.ts'
import { accentFile, deliveryFiles, ownFiles } from '../../../outbound/delivery/files.ts'
import { type CustomerView, deliveryPage, errorPage, livePart } from '../../../outbound/delivery/page/page.ts'
import { PdfMaker, TooManyWait } from '../../../outbound/delivery/pdf/maker.ts'
import { languageOf } from '../../../outbound/delivery/words/words.ts'
import { liveReader } from '../../../reads/customer-live.ts'
import { linkOpener } from '../../../reads/open-delivery.ts'
import type { Current } from '../../../store/current/current.ts'
import { rateSharer } from '../../../store/operations/rate-slots.ts'
import type { Foundation } from '../../foundation.ts'
import type { LiveConfig } from '../../settings.ts'
import type { OwnerBrands } from './brands.ts'
import { openRenewals } from './renewals.ts'
import { openCustomerRinex } from './rinex.ts'

/** Max wrong links per minute and client address. A customer who mistypes one needs a few; more looks like guessing. */
const WRONG_LINKS = 30
/** Max page loads per minute and link. Reloading and printing needs a few; a group that shares a link needs dozens. */
const OPENINGS = 120
/** Max polls per minute and link. An open page polls every few seconds, and a crew can have several open. */
const LOOKS = 240
/** Poll interval of an open page. It grows with the number of open pages, to keep at most `LOOKS_A_SECOND` polls. */
const LEAST_AGAIN_S = 3
const MOST_AGAIN_S = 120
const LOOKS_A_SECOND = 100
/** A page that has not polled for this long counts as closed. */
const OPEN_MS = 2 * MOST_AGAIN_S * 1000
/** Concurrent openings per link in this process. Further clients retry after a second. */
const OPENINGS_AT_ONCE = 20
/** How long an error page is cached. */
const SHOWN_MS = 1_000

/** Settings of customer mails; `null` if the service sends no mail. */
export const customerMailOf = (config: LiveConfig, hasTransport = config.smtp !== null): CustomerMail | null =>
  hasTransport
    ? { language: config.customerLanguage, noticesMs: config.reminderDays.map((days) => days * DAY_MS) }
    : null

/** Create one per process. */
export const openSheets = (brand: () => Brand): PdfMaker => new PdfMaker(brand)

export interface CustomerPages {
  readonly services: CustomerServices
  stop(): void
}

export interface CustomerPagesOptions {
  readonly brand?: () => Brand
  /** Whether mail to the issuer can be sent now. */
  readonly canMail?: () => boolean
  readonly warn?: (error: unknown) => void
  /** Called when a customer requests a renewal and there is no one to notify. */
  readonly warnUnheard?: (credentialId: number) => void
}

export interface CustomerPagesDependencies extends Pick<Foundation, 'db' | 'keys' | 'clock'> {
  readonly current: () => Promise<Current>
  readonly sheets: PdfMaker
  readonly brands: OwnerBrands
}

export function openCustomerPages(
  { db, keys, clock, current, sheets, brands }: CustomerPagesDependencies,
  config: LiveConfig,
  {
    brand = () => DEFAULT_BRAND,
    canMail = () => false,
    warn = () => {},
    warnUnheard = () => {},
  }: CustomerPagesOptions = {},
): CustomerPages {
  let dressed: { readonly brand: Brand; readonly files: ReturnType<typeof deliveryFiles> } | null = null
  /** Rebuilt when the operator changes the brand. */
  const files = () => {
    if (dressed?.brand !== brand()) dressed = { brand: brand(), files: deliveryFiles(brand()) }
    return dressed!.files
  }
  const share = rateSharer(db)
  const wrongLinks = new SharedLimit(WRONG_LINKS, share, 'link')
  const openings = new SharedLimit(OPENINGS, share, 'opening')
  // Limited per process: it protects this process, and sharing the counts would cost more than a poll.
  const looks = new RateLimiter(LOOKS)
  const renewals = openRenewals({ db, clock, current, share }, config, { canMail, warnUnheard })
  const rinex = openCustomerRinex({ db, clock, current, share })
  const readLive = liveReader({ db, current, warn })
  /** Open pages with the time of their last poll. */
  const openPages = new Map<string, number>()
  const underWay = new Map<string, number>()
  const isCrowded = (key: string) => (underWay.get(key) ?? 0) >= OPENINGS_AT_ONCE
  const open = linkOpener({ db, keys, current, baseUrl: config.baseUrl, clock })
  // The database has the name, so a fallback is needed without it.
  const networkName = () =>
    current().then(
      ({ book }) => book.network.name,
      () => 'NTRIP',
    )
  /** Caches error pages, so that a crowd does not render one each. */
  const shown = new Map<string, Promise<string>>()
  const stopTimer = alignedInterval(() => {
    shown.clear()
    const closedBefore = performance.now() - OPEN_MS
    for (const [name, at] of openPages) {
      if (at > closedBefore) break // sorted by last poll, newest last
      openPages.delete(name)
    }
  }, SHOWN_MS)
  const againSeconds = () => Math.min(MOST_AGAIN_S, Math.max(LEAST_AGAIN_S, Math.ceil(openPages.size / LOOKS_A_SECOND)))
  async function viewOf(delivery: CustomerDelivery, { receiver, rinexProblem }: PageWish): Promise<CustomerView> {
    const { live, renewalAskedAt } = await readLive(delivery.credential)
    const renewal = await renewals.wayOf(delivery, renewalAskedAt)
    const view = await rinex.viewOf(delivery, rinexProblem ?? null)
    return { delivery, live, renewal, receiver, rinex: view, againSeconds: againSeconds(), isOpening: true }
  }
  const services: CustomerServices = {
    fileOf: (name) => files().served.get(name) ?? accentFile(name),
    async openLink(key) {
      underWay.set(key, (underWay.get(key) ?? 0) + 1)
      try {
        return await open(key)
      } finally {
        const rest = underWay.get(key)! - 1
        if (rest > 0) underWay.set(key, rest)
        else underWay.delete(key)
      }
    },
    preferredLanguage: languageOf,
    page: async (delivery, language, more) =>
      deliveryPage(await viewOf(delivery, more), language, ownFiles(files().addresses, delivery.ownBrand)),
    async livePart(delivery, language, isOpening) {
      const { live } = await readLive(delivery.credential)
      return livePart({ delivery, live, againSeconds: againSeconds(), isOpening }, language)
    },
    calendar,
    renew: renewals.renew,
    orderRinex: rinex.order,
    admitRover: rinex.admitRover,
    readRover: rinex.readRover,
    secondsUntilNextPoll: (key) => (isCrowded(key) ? 1 : looks.waitOf(nameOf(key), clock().getTime())),
    notePoll(key) {
      const name = nameOf(key)
      openPages.delete(name)
      openPages.set(name, performance.now())
      looks.hit(name, clock().getTime())
    },
    pdf: async (delivery, language, more) =>
      sheets.make(delivery, { ...more, language, brand: await brands.brandFor(delivery.ownBrand) }).catch((error) => {
        if (error instanceof TooManyWait) return 'busy'
        throw error
      }),
    troublePage(trouble, language) {
      const kind = JSON.stringify([trouble, language])
      const page =
        shown.get(kind) ?? networkName().then((name) => errorPage(trouble, language, files().addresses, name))
      shown.set(kind, page)
      return page
    },
    restOf: (key) => (isCrowded(key) ? 1 : openings.waitOf(nameOf(key), clock().getTime())),
    noteOpened: (key) => void openings.hit(nameOf(key), clock().getTime()),
    async noteWrongLink(ip) {
      const { allowed, resetSeconds } = await wrongLinks.hitEverywhere(clientOf(ip), clock().getTime())
      return allowed ? null : resetSeconds
    },
  }
  const stop = () => {
    stopTimer()
    for (const part of [wrongLinks, openings, renewals, rinex]) part.stop()
  }
  return { services, stop }
}

/** Hashed, because shared counters must not reveal links. */
const nameOf = (key: string) => sha256(key).toString('base64url')
