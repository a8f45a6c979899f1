// Wires up the mails to customers, and those of customers to the issuer.
import { findRenewable } from '../../../actions/delivery/mail-links.ts'
import type { OwnerBrand } from '../../../domain/delivery/brand.ts'
import { type CustomerDelivery, deliveryStateAt } from '../../../domain/delivery/delivery.ts'
import type { UnwantedReason } from '../../../domain/delivery/mail/failure.ts'
import type { MailContent } from '../../../domain/delivery/mail/frame.ts'
import { mayRenew } from '../../../domain/delivery/renewal.ts'
import { LANGUAGES, type Language } from '../../../domain/people/user.ts'
import { linksMail } from '../../../outbound/delivery/mail/links.ts'
import { dataMail, endedMail, reminderMail, renewedMail } from '../../../outbound/delivery/mail/mail.ts'
import { renewalMail } from '../../../outbound/delivery/mail/renewal.ts'
import type { PdfMaker } from '../../../outbound/delivery/pdf/maker.ts'
import type { MailServices, Render } from '../../../outbound/mail/send-mails.ts'
import { deliveryFinder } from '../../../reads/open-delivery.ts'
import type { Current } from '../../../store/current/current.ts'
import { CUSTOMER_MAILS } from '../../../store/delivery/deliveries.ts'
import { RENEWAL_LINKS_MAIL, RENEWAL_REQUEST_MAIL } from '../../../store/delivery/renewals.ts'
import type { Mail } from '../../../store/mail/outbox.ts'
import type { Foundation } from '../../foundation.ts'
import type { LiveConfig } from '../../settings.ts'
import type { OwnerBrands } from './brands.ts'

/** Renders each kind of customer mail. Mails that have become pointless are not sent. */
export function customerMails(
  { db, keys, clock }: Pick<Foundation, 'db' | 'keys' | 'clock'>,
  { baseUrl }: LiveConfig,
  current: () => Promise<Current>,
  { sheets, brands }: { readonly sheets: PdfMaker; readonly brands: OwnerBrands },
): MailServices['render'] {
  const find = deliveryFinder({ db, keys, current, baseUrl, clock })
  const render =
    (
      unwanted: (delivery: CustomerDelivery) => UnwantedReason | null,
      words: (delivery: CustomerDelivery, language: Language, sheet: Sheet) => MailContent | Promise<MailContent>,
    ): Render =>
    async (mail, _, signal) => {
      const { ownerId, credentialId } = mail
      const delivery = ownerId === null || credentialId === null ? null : await find(ownerId, credentialId)
      if (!delivery) return { unwanted: 'no_credential' }
      const reason = unwanted(delivery)
      if (reason !== null) return { unwanted: reason }
      const language = languageIn(mail)
      const brand = await brands.brandFor(delivery.ownBrand)
      const content = await words(delivery, language, () =>
        sheets.make(delivery, { language, lane: 'mails', signal, brand }),
      )
      return isOwn(delivery.ownBrand) ? { ...content, sender: { name: delivery.networkName, brand } } : content
    }
  return {
    [CUSTOMER_MAILS.data]: render(endedBefore, async (delivery, language, sheet) =>
      dataMail(delivery, language, await sheet()),
    ),
    [CUSTOMER_MAILS.reminder]: render(endedBefore, reminderMail),
    [CUSTOMER_MAILS.ended]: render(goesOn, endedMail),
    [CUSTOMER_MAILS.renewed]: render(endedBefore, renewedMail),
  }
}

/** Renewal requests to the issuer, and links to customers who want to renew. Neither counts towards mail quotas. */
export function renewalMails(
  { db, keys, clock }: Pick<Foundation, 'db' | 'keys' | 'clock'>,
  config: LiveConfig,
  current: () => Promise<Current>,
): MailServices['render'] {
  const { baseUrl } = config
  const find = deliveryFinder({ db, keys, current, baseUrl, clock })
  return {
    async [RENEWAL_REQUEST_MAIL]({ ownerId, credentialId }) {
      const delivery = ownerId === null || credentialId === null ? null : await find(ownerId, credentialId)
      if (!delivery) return { unwanted: 'no_credential' }
      if (delivery.credential.revokedAt !== null) return { unwanted: 'credential_revoked' }
      if (!mayRenew(delivery.credential, delivery.now)) return { unwanted: 'credential_renewed' }
      return renewalMail(delivery, config.customerLanguage, baseUrl)
    },
    async [RENEWAL_LINKS_MAIL](mail, networkName) {
      const owned = await findRenewable(db, mail.recipient, clock())
      const found = await Promise.all(owned.map(({ id, ownerId }) => find(ownerId, id)))
      const deliveries = found.filter((delivery) => delivery !== null)
      return deliveries.length === 0
        ? { unwanted: 'no_credential' }
        : linksMail(deliveries, languageIn(mail), networkName)
    },
  }
}

/** Makes the PDF of a delivery. */
type Sheet = () => Promise<Buffer>

const isOwn = ({ name, accent, logoHash }: OwnerBrand) => name !== null || accent !== null || logoHash !== null

const languageIn = ({ data }: Mail): Language => {
  const { language } = data as { language?: unknown }
  return LANGUAGES.find((known) => known === language) ?? 'es'
}

function endedBefore({ credential, now }: CustomerDelivery): UnwantedReason | null {
  const state = deliveryStateAt(credential, now)
  if (state === 'revoked') return 'credential_revoked'
  return state === 'expired' ? 'credential_ended' : null
}

function goesOn({ credential, now }: CustomerDelivery): UnwantedReason | null {
  if (credential.revokedAt !== null) return 'credential_revoked'
  return credential.expiresAt > now ? 'credential_renewed' : null
}
