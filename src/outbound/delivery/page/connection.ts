// Connection data, how to connect, and a QR code to open the page on another device.

import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { ReceiverKey } from '../../../domain/delivery/receivers/names.ts'
import type { Language } from '../../../domain/people/user.ts'
import { fileNameOf } from '../../../domain/text/file-name.ts'
import { Html, html } from '../../../domain/text/html.ts'
import { differenceOf, groupNotes, networkText } from '../group-notes.ts'
import { areaIn, datumIn, explainDatum, wordsOf } from '../words/words.ts'
import { qrImage } from './qr-image.ts'
import { receiverChoice, receiverQuery, recipeSection } from './recipe.ts'

export function connectionSection(delivery: CustomerDelivery, language: Language): Html {
  const words = wordsOf(language)
  const { casterHost, casterPort, mountpoint, credential, password, format, datum, station } = delivery
  // Hidden until the script runs, because copying needs it.
  const copy = (what: string, value: string) =>
    html`<button type="button" class="copy" data-copy="${value}" data-done="${words.copied}" aria-label="${words.copyOf(what)}" hidden>${words.copy}</button>`
  const line = (name: string, value: string) =>
    html`<div class="typed"><dt>${name}</dt><dd><code>${value}</code>${copy(name, value)}</dd></div>`
  const from = station
    ? html`<bdi>${station.name}</bdi> (${station.code})`
    : html`<bdi>${networkText(delivery, words)}</bdi>`
  return html`<section>
<h2>${words.connection}</h2>
<p class="notice">${words.notWeb}</p>
<dl class="facts">
${line(words.host, casterHost)}
${line(words.port, String(casterPort))}
${line(words.mountpoint, mountpoint)}
${line(words.username, credential.username)}
<div class="typed"><dt>${words.password}</dt><dd>
<details class="secret"><summary><span class="closed">${words.showPassword}</span><span class="open">${words.hidePassword}</span></summary><code>${password}</code></details>
${copy(words.password, password)}</dd></div>
<div><dt>${station ? words.base : words.network}</dt><dd>${from}</dd></div>
${credential.geofence && html`<div><dt>${words.area}</dt><dd>${areaIn(credential.geofence, language)}</dd></div>`}
<div><dt>${words.format}</dt><dd>${format}</dd></div>
<div><dt>${words.datum}</dt><dd>${datumIn(datum, language)}<p class="hint">${explainDatum(datum, language)}</p></dd></div>
${otherMountpoints(delivery, language)}
</dl>
</section>`
}

function otherMountpoints({ others: { named, more }, mountpoint }: CustomerDelivery, language: Language): Html | null {
  if (named.length === 0) return null
  const words = wordsOf(language)
  const items = named.map((one) => html`<li><code>${one.name}</code> ${differenceOf(one, language)}</li>`)
  return html`<div><dt>${words.others}</dt><dd><ul class="others">${items}${more > 0 && html`<li>${words.othersMore(more)}</li>`}</ul><p class="hint">${words.othersMean(mountpoint)}</p></dd></div>`
}

export function howSection(delivery: CustomerDelivery, receiver: ReceiverKey | null, language: Language): Html {
  const words = wordsOf(language)
  return html`<section>
<h2>${words.how}</h2>
<ol>${words.howPlain.map((step) => html`<li>${step}</li>`)}</ol>
${!delivery.station && html`<p class="notice">${words.sendPosition}</p>`}
${groupNotes(delivery, words).map((note) => html`<p class="notice">${note}</p>`)}
<p class="hint">${words.oneSession}</p>
${receiver && recipeSection(receiver, delivery, language)}
${receiverChoice(receiver, language)}
</section>`
}

export function qrSection(
  { url, credential }: CustomerDelivery,
  receiver: ReceiverKey | null,
  language: Language,
): Html | null {
  if (url === null) return null
  const words = wordsOf(language)
  return html`<section class="elsewhere">
<div>
<h2>${words.qr}</h2>
<p>${words.qrMeans}</p>
<p><a class="button" href="${new URL(url).pathname}.pdf?lang=${language}${new Html(receiverQuery(receiver))}" download="${fileNameOf(credential.username, 'pdf')}">${words.pdf}</a></p>
</div>
${qrImage(url, words.qrAlt)}
</section>`
}
