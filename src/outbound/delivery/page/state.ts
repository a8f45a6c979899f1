// Current state: the credential, the source of its corrections, and its validity.

import {
  type CustomerDelivery,
  type DeliveryState,
  hasEnded,
  type SourceState,
} from '../../../domain/delivery/delivery.ts'
import type { Live } from '../../../domain/delivery/live.ts'
import type { Language } from '../../../domain/people/user.ts'
import { fileNameOf } from '../../../domain/text/file-name.ts'
import { type Html, html } from '../../../domain/text/html.ts'
import { longTime } from '../../../domain/text/long-time.ts'
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

export interface LiveView {
  readonly delivery: CustomerDelivery
  readonly live: Live
  /** Seconds until the page may poll again. */
  readonly againSeconds: number
  /** The page was opened a moment ago, so the caster may not report this session every second yet. */
  readonly isOpening: boolean
}

/** The part that the script updates while the page is open. */
export function stateSection({ delivery, live, againSeconds, isOpening }: LiveView, language: Language): Html {
  const words = wordsOf(language)
  const { state, source, station, now, credential } = delivery
  if (credential.isTest) return testSection(delivery, language)
  const tone = STATE_TONES[state]
  const from = station ? words.base : words.network
  const showsSource = state === 'scheduled' || state === 'in_force'
  const equipment = !hasEnded(delivery) && liveCard(live, now, language, isOpening)
  return html`<section class="now" data-live data-state="${state}" data-ends="${credential.expiresAt.toISOString()}" data-again="${againSeconds}" aria-label="${words.now}">
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

export function validitySection(delivery: CustomerDelivery, language: Language): Html {
  const words = wordsOf(language)
  const { credential, state, url, mountpoint } = delivery
  const isAhead = (state === 'scheduled' || state === 'in_force') && !credential.isTest
  const line = (name: string, at: Date) =>
    html`<div><dt>${name}</dt><dd><time datetime="${at.toISOString()}" data-zone>${longTime(at, language)}</time></dd></div>`
  const text = (name: string, value: string) =>
    html`<div class="typed"><dt>${name}</dt><dd><code>${value}</code></dd></div>`
  return html`<section>
<h2>${words.validity}</h2>
<dl class="facts">${hasEnded(delivery) && [text(words.username, credential.username), text(words.mountpoint, mountpoint)]}${line(words.starts, credential.startsAt)}${line(words.ends, credential.expiresAt)}</dl>
<p class="hint">${words.zone.charAt(0).toUpperCase() + words.zone.slice(1)}.</p>
${isAhead && url !== null && html`<p class="date"><a href="${new URL(url).pathname}.ics?lang=${language}" download="${fileNameOf(credential.username, 'ics')}">${words.further.calendar}</a></p>`}
</section>`
}
