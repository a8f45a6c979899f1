// Further options for the customer: request a renewal, call, save the date.
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { RenewalOffer, RenewalWay } from '../../../domain/delivery/renewal.ts'
import { callUrl, whatsappUrl } from '../../../domain/network/contact.ts'
import { priceText } from '../../../domain/orders/money.ts'
import type { Language } from '../../../domain/people/user.ts'
import { type Html, html } from '../../../domain/text/html.ts'
import { longTime } from '../../../domain/text/long-time.ts'
import { wordsOf } from '../words/words.ts'

/** One way to renew, in one sentence. A credential that ended always has the section. */
export function renewalSection({ state, url }: CustomerDelivery, renewal: RenewalWay, language: Language): Html | null {
  const hasEnded = state === 'expired'
  if (url === null || (renewal === null && !hasEnded)) return null
  const words = wordsOf(language).further
  if (renewal?.kind === 'shop')
    return html`<section id="renovar"><p>${words.buyMeans}</p><p><a class="button" href="${renewal.url}">${words.buy}</a></p></section>`
  const intro = renewal === null ? words.renewAskIssuer : hasEnded ? words.renewEnded : words.renewSoon
  return html`<section id="renovar">
<h2>${words.renew}</h2>
<p>${intro}</p>
${renewal !== null && renewalForm(renewal, new URL(url).pathname, language)}
</section>`
}

type RenewalForm = Exclude<RenewalWay, null | { kind: 'shop' }>

const renewalForm = (way: RenewalForm, path: string, language: Language): Html =>
  way.kind === 'offers' ? offersWay(way, path, language) : requestWay(way, path, language)

function offersWay({ offers, asksEmail }: RenewalForm & { kind: 'offers' }, path: string, language: Language): Html {
  const words = wordsOf(language).further
  const button = (offer: RenewalOffer) =>
    html`<button type="submit" class="button" name="product" value="${offer.productId}">${words.renewFor(wordsOf(language).period(offer.validitySeconds), priceText(offer, language))}</button>`
  return html`<form method="post" action="${path}/renew?lang=${language}">
${asksEmail && html`<p><label>${words.yourEmail}<input type="email" name="email" autocomplete="email" maxlength="254" required></label></p>`}
<p class="ways">${offers.map(button)}</p>
</form>`
}

function requestWay(renewal: { askedAt: Date | null; mayAsk: boolean }, path: string, language: Language): Html {
  const words = wordsOf(language).further
  const { askedAt, mayAsk } = renewal
  return html`${askedAt && html`<p class="asked" role="status">${words.renewAsked(longTime(askedAt, language))}</p>`}
${
  mayAsk &&
  html`<form method="post" action="${path}/renew?lang=${language}"><p><button type="submit" class="button">${words.renewAsk}</button></p></form>`
}`
}

export function helpSection({ contact, credential }: CustomerDelivery, language: Language): Html | null {
  const { phone, whatsapp } = contact
  if (phone === null && whatsapp === null) return null
  const words = wordsOf(language).further
  return html`<section>
<h2>${words.help}</h2>
<p class="ways">${phone !== null && html`<a class="button plain" href="${callUrl(phone)}">${words.call(phone)}</a>`}
${whatsapp !== null && html`<a class="button plain" href="${whatsappUrl(whatsapp, words.whatsappText(credential.username))}" rel="noreferrer noopener" target="_blank">${words.whatsapp}</a>`}</p>
</section>`
}
