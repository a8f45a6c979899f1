// RINEX files that the customer can order: the form, the use of this month, and the files.
import type { RinexHoursPerMonth } from '../../../domain/archive/allowance.ts'
import { RINEX_INTERVALS, type RinexOrder, rinexPath } from '../../../domain/archive/rinex-order.ts'
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { Language } from '../../../domain/people/user.ts'
import { type Html, html } from '../../../domain/text/html.ts'
import { wordsOf } from '../words/words.ts'

export interface RinexView {
  readonly hoursPerMonth: RinexHoursPerMonth
  readonly usedHours: number
  /** Stations that the credential covers. */
  readonly stations: readonly { readonly id: number; readonly code: string; readonly name: string }[]
  /** Newest first. */
  readonly orders: readonly RinexOrder[]
  /** Why the last request was rejected, as a sentence; `null` if none was. */
  readonly problem: string | null
}

const MINUTE_LENGTH = 16
/** `2026-11-16T08:00`, for fields and for people. */
export const minuteOf = (at: Date) => at.toISOString().slice(0, MINUTE_LENGTH)
const shown = (at: Date) => minuteOf(at).replace('T', ' ')

/** `null` if the credential includes no RINEX files. */
export function rinexSection({ url, credential, now }: CustomerDelivery, view: RinexView | null, language: Language) {
  if (view === null || url === null) return null
  const words = wordsOf(language).rinex
  const { hoursPerMonth, usedHours, stations, orders, problem } = view
  const [first, last] = [minuteOf(credential.startsAt), minuteOf(now)]
  const time = (name: string, label: string) =>
    html`<label>${label}<input type="datetime-local" name="${name}" min="${first}" max="${last}" required></label>`
  const number = (name: string, label: string) =>
    html`<label>${label}<input type="text" inputmode="decimal" name="${name}" maxlength="20"></label>`
  return html`<section id="rinex">
<h2>${words.title}</h2>
<p>${words.intro}</p>
<p class="hint">${hoursPerMonth === null ? words.unlimited : words.used(usedHours, hoursPerMonth)}</p>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${new URL(url).pathname}/rinex?lang=${language}" class="rinex">
<p data-rover="${new URL(url).pathname}/rinex/rover?lang=${language}" data-failed="${words.roverFailed}" hidden><label>${words.roverFile}<input type="file"></label><span role="status" class="hint"></span></p>
<p><label>${words.station}<select name="station">${stations.length > 1 && html`<option value="">${words.nearest}</option>`}${stations.map(
    ({ id, code, name }) => html`<option value="${id}">${code} · ${name}</option>`,
  )}</select></label></p>
${stations.length > 1 && html`<fieldset><legend>${words.position}</legend>${number('lat', words.lat)}${number('lng', words.lng)}</fieldset>`}
<p class="pair">${time('from', words.from)}${time('until', words.until)}</p>
<p><label>${words.interval}<select name="interval">${RINEX_INTERVALS.map(
    (seconds) => html`<option value="${seconds}"${seconds === 1 && html` selected`}>${words.seconds(seconds)}</option>`,
  )}</select></label></p>
<p><button type="submit" class="button">${words.order}</button></p>
</form>
${orders.length > 0 && html`<h3>${words.orders}</h3><ul class="files">${orders.map((order) => orderItem(order, stations, language))}</ul>`}
</section>`
}

function orderItem(order: RinexOrder, stations: RinexView['stations'], language: Language): Html {
  const words = wordsOf(language).rinex
  const code = stations.find(({ id }) => id === order.stationId)?.code ?? ''
  return html`<li><strong>${code}</strong> ${words.period(shown(order.from), shown(order.to))}<br>${outcome(order, language)}</li>`
}

function outcome({ state, progressPct, files, key, completenessPct }: RinexOrder, language: Language): Html {
  const { states, complete } = wordsOf(language).rinex
  if (state === 'pending') return html`<span role="status">${states.pending(progressPct)}</span>`
  if (state !== 'ready') return html`${states[state]}`
  const links = files.map(({ name }) => html`<a href="${rinexPath(key, name)}" download="${name}">${name}</a><br>`)
  return html`${links}${completenessPct !== null && html`<span class="hint">${complete(String(completenessPct))}</span>`}`
}
