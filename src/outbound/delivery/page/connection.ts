// Connection data, setup steps for common equipment, and a QR code to open the page on another device.

import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { Language } from '../../../domain/people/user.ts'
import { fileNameOf } from '../../../domain/text/file-name.ts'
import { Html, html } from '../../../domain/text/html.ts'
import { escapeHtml } from '../../../domain/text/plain-text.ts'
import { groupNotes, networkText } from '../group-notes.ts'
import { QUIET, qrCode } from '../qr.ts'
import { areaIn, datumIn, explainDatum, wordsOf } from '../words/words.ts'

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
</dl>
</section>`
}

export function howSection(delivery: CustomerDelivery, language: Language): Html {
  const words = wordsOf(language)
  const list = (steps: readonly Html[]) => html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`
  const plain = (steps: readonly string[]) => list(steps.map((step) => html`${step}`))
  const filled = (steps: readonly string[]) => list(steps.map((step) => withValues(step, delivery)))
  return html`<section>
<h2>${words.how}</h2>
${plain(words.howPlain)}
${!delivery.station && html`<p class="notice">${words.sendPosition}</p>`}
${groupNotes(delivery, words).map((note) => html`<p class="notice">${note}</p>`)}
<p class="hint">${words.oneSession}</p>
<div class="equipment">${words.equipment.map(({ name, steps }) => html`<details><summary>${name}</summary>${filled(steps)}</details>`)}</div>
</section>`
}

/** Replaces `{host}` and the like. Steps omit the password, which the page hides until the customer reveals it. */
function withValues(step: string, { casterHost, casterPort, mountpoint, credential }: CustomerDelivery): Html {
  const values: Readonly<Record<string, string>> = {
    host: casterHost,
    port: String(casterPort),
    mountpoint,
    user: credential.username,
  }
  const pieces = step
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? new Html(escapeHtml(piece)) : html`<code>${values[piece] ?? ''}</code>`))
  return html`${pieces}`
}

export function qrSection({ url, credential }: CustomerDelivery, language: Language): Html | null {
  if (url === null) return null
  const words = wordsOf(language)
  return html`<section class="elsewhere">
<div>
<h2>${words.qr}</h2>
<p>${words.qrMeans}</p>
<p><a class="button" href="${new URL(url).pathname}.pdf?lang=${language}" download="${fileNameOf(credential.username, 'pdf')}">${words.pdf}</a></p>
</div>
${drawn(url, words.qrAlt)}
</section>`
}

function drawn(url: string, title: string): Html {
  const { size, path } = qrCode(url)
  const side = size + 2 * QUIET
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${side} ${side}" role="img" aria-label="${title}"><path class="paper" d="M${-QUIET} ${-QUIET}h${side}v${side}h${-side}z"/><path class="ink" d="${path}"/></svg>`
}
