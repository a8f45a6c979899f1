// How things stand now: what the credential is, what the corrections come from, and from when to when it serves.
import type { Handover, HandoverState, SourceState } from '../../domain/handover/handover.ts'
import type { Language } from '../../domain/people/user.ts'
import { longTime } from '../../domain/text/long-time.ts'
import { Html, html } from '../html.ts'
import { wordsOf } from '../words/words.ts'

type Tone = 'good' | 'poor' | 'bad' | 'planned' | 'unknown'

const STATE_TONES: Record<HandoverState, Tone> = {
  scheduled: 'planned',
  in_force: 'good',
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

// Shape as well as colour, as everywhere in our pages: full, half, empty, dotted.
const SHAPES: Record<Tone, string> = {
  good: '<circle cx="8" cy="8" r="7" fill="currentColor"/>',
  poor: '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/>',
  bad: '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/>',
  planned:
    '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 4v4l3 2" fill="none" stroke="currentColor" stroke-width="2"/>',
  unknown: '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3 2.5"/>',
}

const mark = (tone: Tone) =>
  new Html(`<svg class="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${SHAPES[tone]}</svg>`)

/** The part that the script brings up to date while the page is open. */
export function stateSection(handover: Handover, language: Language): Html {
  const words = wordsOf(language)
  const { state, source, station, now } = handover
  const tone = STATE_TONES[state]
  const from = station ? words.base : words.network
  const showsSource = state === 'scheduled' || state === 'in_force'
  return html`<section class="now" data-live aria-label="${words.now}">
<div class="card ${tone}">
<p class="status">${mark(tone)}<strong>${words.state[state]}</strong>${countdown(handover, language)}</p>
<p>${words.stateMeans[state]}</p>
</div>
${
  showsSource &&
  html`<div class="card ${SOURCE_TONES[source]}">
<p class="status">${mark(SOURCE_TONES[source])}<strong>${from}: ${words.source[source]}</strong></p>
<p>${words.sourceMeans[source]}</p>
</div>`
}
<p class="asof">${words.asOf} <time datetime="${now.toISOString()}">${longTime(now, language)}</time> (${words.zone})</p>
</section>`
}

function countdown({ state, credential, now }: Handover, language: Language): Html | null {
  const words = wordsOf(language)
  if (state !== 'scheduled' && state !== 'in_force') return null
  const [until, sentence] =
    state === 'scheduled' ? [credential.startsAt, words.startsIn] : [credential.expiresAt, words.endsIn]
  const left = words.remaining(until.getTime() - now.getTime())
  return html`<span class="countdown" data-until="${until.toISOString()}" data-sentence="${sentence}">${sentence.replace('{}', left)}</span>`
}

export function validitySection({ credential }: Handover, language: Language): Html {
  const words = wordsOf(language)
  const line = (name: string, at: Date) =>
    html`<div><dt>${name}</dt><dd><time datetime="${at.toISOString()}" data-zone>${longTime(at, language)}</time></dd></div>`
  return html`<section>
<h2>${words.validity}</h2>
<dl class="facts">${line(words.starts, credential.startsAt)}${line(words.ends, credential.expiresAt)}</dl>
<p class="hint">${words.zone.charAt(0).toUpperCase() + words.zone.slice(1)}.</p>
</section>`
}
