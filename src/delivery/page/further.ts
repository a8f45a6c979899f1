// Further options for the customer: request a renewal, call, save the date.
import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import type { RenewalWay } from '../../domain/delivery/renewal.ts'
import { callUrl, whatsappUrl } from '../../domain/network/contact.ts'
import type { Language } from '../../domain/people/user.ts'
import { type Html, html } from '../../domain/text/html.ts'
import { longTime } from '../../domain/text/long-time.ts'
import { wordsOf } from '../words/words.ts'

export function renewalSection({ state, url }: CustomerDelivery, renewal: RenewalWay, language: Language): Html | null {
  if (renewal === null || url === null) return null
  const words = wordsOf(language).further
  const intro = state === 'expired' ? words.renewEnded : words.renewSoon
  const way =
    renewal.kind === 'shop'
      ? html`<p>${words.renewShopMeans}</p><p><a class="button" href="${renewal.url}">${words.renewShop}</a></p>`
      : requestWay(renewal, new URL(url).pathname, language)
  return html`<section id="renovar">
<h2>${words.renew}</h2>
<p>${intro}</p>
${way}
</section>`
}

function requestWay(renewal: { askedAt: Date | null; mayAsk: boolean }, path: string, language: Language): Html {
  const words = wordsOf(language).further
  const { askedAt, mayAsk } = renewal
  return html`${askedAt && html`<p class="asked" role="status">${words.renewAsked(longTime(askedAt, language))}</p>`}
${
  mayAsk &&
  html`<form method="post" action="${path}/renew?lang=${language}"><p class="hint">${words.renewAskMeans}</p><p><button type="submit" class="button">${words.renewAsk}</button></p></form>`
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
