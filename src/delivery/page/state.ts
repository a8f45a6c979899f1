// Current state: the credential, the source of its corrections, and its validity.

import type { CustomerDelivery, DeliveryState, SourceState } from '../../domain/delivery/delivery.ts'
import type { Live } from '../../domain/delivery/live.ts'
import type { Language } from '../../domain/people/user.ts'
import { fileNameOf } from '../../domain/text/file-name.ts'
import { type Html, html } from '../../domain/text/html.ts'
import { longTime } from '../../domain/text/long-time.ts'
import { wordsOf } from '../words/words.ts'
import { liveCard } from './live.ts'
import { mark, type Tone } from './tones.ts'

const STATE_TONES: Record<DeliveryState, Tone> = {
  scheduled: 'planned',
  in_force: 'good',
  suspended: 'poor',
  expired: 'bad',
  revoked: 'bad',
}
const SOURCE_TONES: Record<SourceState, Tone> = {
  up: 'good',
  poor: 'poor',
  down: 'bad',
  maintenance: 'planned',
  not_measured: 'unknown',
}

/** The part that the script updates while the page is open. `againSeconds` is the interval of polling. */
export function stateSection(delivery: CustomerDelivery, live: Live, language: Language, againSeconds: number): Html {
  const words = wordsOf(language)
  const { state, source, station, now, credential } = delivery
  if (credential.isTest) return testSection(delivery, language)
  const tone = STATE_TONES[state]
  const from = station ? words.base : words.network
  const showsSource = state === 'scheduled' || state === 'in_force'
  const equipment = liveCard(live, now, language)
  return html`<section class="now" data-live data-state="${state}" data-again="${againSeconds}" aria-label="${words.now}">
${state === 'in_force' && equipment}
<div class="card ${tone}">
<p class="status">${mark(tone)}<strong>${words.state[state]}</strong>${countdown(delivery, language)}</p>
<p>${words.stateMeans[state]}</p>
</div>
${
  showsSource &&
  html`<div class="card ${SOURCE_TONES[source]}">
<p class="status">${mark(SOURCE_TONES[source])}<strong>${from}: ${words.source[source]}</strong></p>
<p>${words.sourceMeans[source]}</p>
</div>`
}
${state !== 'in_force' && equipment}
<p class="asof">${words.asOf} <time datetime="${now.toISOString()}" data-now>${longTime(now, language)}</time> (${words.zone}). <span data-script hidden>${words.live.updates}</span></p>
<p class="lost" data-lost role="status" hidden>${words.live.lost}</p>
</section>`
}

/** The caster rejects test credentials whatever their times say, so the page must not invite the customer to try. */
function testSection({ now }: CustomerDelivery, language: Language): Html {
  const words = wordsOf(language)
  return html`<section class="now" aria-label="${words.now}">
<div class="card bad">
<p class="status">${mark('bad')}<strong>${words.test}</strong></p>
<p>${words.testMeans}</p>
</div>
<p class="asof">${words.asOf} <time datetime="${now.toISOString()}">${longTime(now, language)}</time> (${words.zone})</p>
</section>`
}

function countdown({ state, credential, now }: CustomerDelivery, language: Language): Html | null {
  const words = wordsOf(language)
  if (state !== 'scheduled' && state !== 'in_force') return null
  const [until, sentence] =
    state === 'scheduled' ? [credential.startsAt, words.startsIn] : [credential.expiresAt, words.endsIn]
  const left = words.remaining(until.getTime() - now.getTime())
  return html`<span class="countdown" data-until="${until.toISOString()}" data-sentence="${sentence}">${sentence.replace('{}', left)}</span>`
}

export function validitySection({ credential, state, url }: CustomerDelivery, language: Language): Html {
  const words = wordsOf(language)
  const isAhead = (state === 'scheduled' || state === 'in_force') && !credential.isTest
  const line = (name: string, at: Date) =>
    html`<div><dt>${name}</dt><dd><time datetime="${at.toISOString()}" data-zone>${longTime(at, language)}</time></dd></div>`
  return html`<section>
<h2>${words.validity}</h2>
<dl class="facts">${line(words.starts, credential.startsAt)}${line(words.ends, credential.expiresAt)}</dl>
<p class="hint">${words.zone.charAt(0).toUpperCase() + words.zone.slice(1)}.</p>
${isAhead && url !== null && html`<p class="date"><a href="${new URL(url).pathname}.ics?lang=${language}" download="${fileNameOf(credential.username, 'ics')}">${words.further.calendar}</a></p>`}
</section>`
}
