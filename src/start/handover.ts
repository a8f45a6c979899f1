// What customers receive, wired together: the page and the PDF for the visitors' door, the mails for the worker.

import { type Config, ConfigError } from '../config.ts'
import { type CustomerMail, type Handover, handoverStateAt } from '../domain/handover/handover.ts'
import type { UnwantedReason } from '../domain/mail/failure.ts'
import { LANGUAGES, type Language } from '../domain/people/user.ts'
import { handoverFiles } from '../handover/files.ts'
import { type Logo, readLogo } from '../handover/logo.ts'
import { dataMail, endedMail, reminderMail } from '../handover/mail/mail.ts'
import { handoverPage, troublePage } from '../handover/page/page.ts'
import { PdfMaker, TooManyWait } from '../handover/pdf/maker.ts'
import { languageOf } from '../handover/words/words.ts'
import type { MailServices, Render } from '../mail/send-mails.ts'
import { handoverFinder, linkOpener } from '../reads/open-handover.ts'
import { clientOf, type ShareCounts } from '../running/rate-limiter.ts'
import { SharedLimit } from '../running/shared-limit.ts'
import { sha256 } from '../secrets.ts'
import type { Current } from '../store/current/current.ts'
import { CUSTOMER_MAILS } from '../store/handover/handovers.ts'
import type { Mail } from '../store/mail/outbox.ts'
import { addRequests } from '../store/rate-windows.ts'
import type { CustomerServices } from '../visitors/customer.ts'
import type { Foundation } from './foundation.ts'

/** A minute and client. A person who copied badly needs a few; more is somebody who tries. */
const WRONG_LINKS = 30
/** A minute and link: a person who reloads and prints needs a few, a group that was sent one link some dozens. */
const OPENINGS = 120
/** At once, of one link, in this process, whose work it is: a crowd that finds them taken comes again a second later. */
const OPENINGS_AT_ONCE = 20
/** So long a page about some trouble is shown to all who meet it. */
const SHOWN_MS = 1_000

/** How customers are written to; null: no mail leaves this service. */
export const customerMailOf = (config: Config, hasTransport = config.smtp !== null): CustomerMail | null =>
  hasTransport ? { language: config.customerLanguage, noticesMs: config.mailNoticesMs } : null

export function logoOf({ handoverLogo }: Config): Logo | null {
  if (handoverLogo === null) return null
  try {
    return readLogo(handoverLogo)
  } catch (error) {
    throw new ConfigError(`HANDOVER_LOGO: ${(error as Error).message}`)
  }
}

/** One for all of a process. */
export const openSheets = (config: Config): PdfMaker => new PdfMaker(logoOf(config))

export interface CustomerPages {
  readonly services: CustomerServices
  stop(): void
}

export function openCustomerPages(
  { db, keys, clock }: Pick<Foundation, 'db' | 'keys' | 'clock'>,
  config: Config,
  current: () => Promise<Current>,
  sheets: PdfMaker,
): CustomerPages {
  const { served, addresses } = handoverFiles(logoOf(config))
  const share: ShareCounts = (minute, counts) => addRequests(db, minute, counts)
  const wrongLinks = new SharedLimit(WRONG_LINKS, share, 'link')
  const openings = new SharedLimit(OPENINGS, share, 'opening')
  const underWay = new Map<string, number>()
  const open = linkOpener({ db, keys, current, baseUrl: config.baseUrl, clock })
  // Without the database there is no name either.
  const networkName = () =>
    current().then(
      ({ book }) => book.network.name,
      () => 'NTRIP',
    )
  /** A crowd that is sent away is shown one page, and not one that is made for each. */
  const shown = new Map<string, Promise<string>>()
  const timer = setInterval(() => shown.clear(), SHOWN_MS)
  const services: CustomerServices = {
    files: served,
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
    page: (handover, language) => handoverPage(handover, language, addresses),
    pdf: (handover, language, paper, signal) =>
      sheets.make(handover, { language, paper, signal }).catch((error) => {
        if (error instanceof TooManyWait) return 'busy'
        throw error
      }),
    troublePage(trouble, language) {
      const kind = JSON.stringify([trouble, language])
      const page = shown.get(kind) ?? networkName().then((name) => troublePage(trouble, language, addresses, name))
      shown.set(kind, page)
      return page
    },
    restOf: (key) =>
      (underWay.get(key) ?? 0) >= OPENINGS_AT_ONCE ? 1 : openings.waitOf(nameOf(key), clock().getTime()),
    noteOpened: (key) => void openings.hit(nameOf(key), clock().getTime()),
    async noteWrongLink(ip) {
      const { allowed, resetSeconds } = await wrongLinks.hitEverywhere(clientOf(ip), clock().getTime())
      return allowed ? null : resetSeconds
    },
  }
  const stop = () => {
    clearInterval(timer)
    wrongLinks.stop()
    openings.stop()
  }
  return { services, stop }
}

/** Where it is counted a link must not be found. */
const nameOf = (key: string) => sha256(key).toString('base64url')

/** How each kind of mail to customers is put into words; what has lost its sense meanwhile is not sent. */
export function customerMails(
  { db, keys, clock }: Pick<Foundation, 'db' | 'keys' | 'clock'>,
  { baseUrl }: Config,
  current: () => Promise<Current>,
  sheets: PdfMaker,
): MailServices['render'] {
  const find = handoverFinder({ db, keys, current, baseUrl, clock })
  const render =
    (
      unwanted: (handover: Handover) => UnwantedReason | null,
      words: (handover: Handover, language: Language, signal: AbortSignal) => ReturnType<Render>,
    ): Render =>
    async (mail, _, signal) => {
      const { ownerId, credentialId } = mail
      const handover = ownerId === null || credentialId === null ? null : await find(ownerId, credentialId)
      if (!handover) return { unwanted: 'no_credential' }
      const reason = unwanted(handover)
      return reason === null ? words(handover, languageIn(mail), signal) : { unwanted: reason }
    }
  return {
    [CUSTOMER_MAILS.data]: render(endedBefore, async (handover, language, signal) =>
      dataMail(handover, language, await sheets.make(handover, { language, lane: 'mails', signal })),
    ),
    [CUSTOMER_MAILS.reminder]: render(endedBefore, reminderMail),
    [CUSTOMER_MAILS.ended]: render(revokedBefore, endedMail),
  }
}

const languageIn = ({ data }: Mail): Language => {
  const { language } = data as { language?: unknown }
  return LANGUAGES.find((known) => known === language) ?? 'es'
}

function endedBefore({ credential, now }: Handover): UnwantedReason | null {
  const state = handoverStateAt(credential, now)
  if (state === 'revoked') return 'credential_revoked'
  return state === 'expired' ? 'credential_ended' : null
}

const revokedBefore = ({ credential }: Handover): UnwantedReason | null =>
  credential.revokedAt === null ? null : 'credential_revoked'
