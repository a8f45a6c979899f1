// The state of the customer's rover in one line, with advice. The script updates the elapsed seconds.
import type { Live, LiveRefusal, LiveSession } from '../../../domain/delivery/live.ts'
import type { Language } from '../../../domain/people/user.ts'
import { type Html, html } from '../../../domain/text/html.ts'
import { longTime } from '../../../domain/text/long-time.ts'
import { wordsOf } from '../words/words.ts'
import { mark, type Tone } from './tones.ts'

/** Without news from the caster for this long, the current state counts as unknown. */
const NEWS_MS = 20_000
/** Sessions that no page watches are reported every minute. A page that opens makes it every second. */
const UNWATCHED_MS = 90_000
/** Shortens the requested mountpoint, which any client can choose. */
const LONGEST_ASKED = 40

interface Card {
  readonly tone: Tone
  readonly title: string
  readonly parts: readonly (Html | string)[]
  readonly texts: readonly string[]
}

/** `isOpening`: the page opened a moment ago, so an old report is not shown as the current state. */
export function liveCard(live: Live, now: Date, language: Language, isOpening = false): Html {
  const old = isOpening && oldReport(live, now)
  const { tone, title, parts, texts } = old ? opening(old, now, language) : cardOf(live, now, language)
  return html`<div class="card live ${tone}" data-kind="${live.kind}">
<p class="status">${mark(tone)}<span class="line"><strong>${title}</strong>${parts.map((part) => html`, <span class="part">${part}</span>`)}</span></p>
${texts.map((text) => html`<p>${text}</p>`)}
</div>`
}

/** Time of the last report, if it is older than news but not overdue; otherwise `null`. */
function oldReport(live: Live, now: Date): Date | null {
  if (live.kind !== 'connected' || live.toldAt === null) return null
  const passed = now.getTime() - live.toldAt.getTime()
  return passed > NEWS_MS && passed <= UNWATCHED_MS ? live.toldAt : null
}

/** The script polls a moment later; without it, the reader sees how old the report is. */
function opening(toldAt: Date, now: Date, language: Language): Card {
  const words = wordsOf(language).live
  const age = html`<noscript> ${ago(words.lastNews, toldAt, now, language)}</noscript>`
  return { tone: 'unknown', title: words.connected, parts: [html`${words.opening}${age}`], texts: [] }
}

function cardOf(live: Live, now: Date, language: Language): Card {
  const words = wordsOf(language).live
  switch (live.kind) {
    case 'connected':
      return connected(live, now, language)
    case 'refused': {
      const { fix } = words.reasons[live.reason]
      const times = words.times(live.times)
      const parts = [ago('{}', live.at, now, language), ...(times === '' ? [] : [times])]
      return { tone: 'bad', title: words.refused, parts, texts: [whyOf(live, language), fix] }
    }
    case 'ended': {
      const parts = [ago(words.endedAt, live.at, now, language)]
      return { tone: 'unknown', title: words.ended, parts, texts: [words.ends[live.reason]] }
    }
    case 'never':
      return { tone: 'unknown', title: words.never, parts: [], texts: [words.neverMeans] }
  }
}

function connected(live: LiveSession, now: Date, language: Language): Card {
  const words = wordsOf(language).live
  const { base, distanceKm, solution, dataAt, toldAt, flows, trouble, other } = live
  const place = distanceKm !== null ? words.distance(distanceKm, base) : base === null ? null : words.base(base)
  const isNews = toldAt === null || now.getTime() - toldAt.getTime() <= NEWS_MS
  const fresh = !isNews
    ? ago(words.lastNews, toldAt, now, language)
    : dataAt === null
      ? words.waiting
      : ago(words.lastData, dataAt, now, language)
  const parts = [...(solution ? [words.solution[solution]] : []), ...(place ? [place] : []), fresh]
  const means =
    trouble !== null
      ? words.trouble[trouble]
      : !flows && dataAt !== null
        ? words.notFlowing
        : solution === null
          ? dataAt !== null && words.noSolution
          : words.solutionMeans[solution]
  const texts = [
    ...(means ? [means] : []),
    ...(isNews ? [] : [words.stale]),
    ...(other ? [words.otherRefused(whyOf(other, language))] : []),
  ]
  return { tone: toneOf(live, isNews), title: words.connected, parts, texts }
}

/** Green only if the rover was seen a moment ago and works. */
function toneOf({ flows, trouble, solution }: LiveSession, isNews: boolean): Tone {
  if (trouble !== null) return 'poor'
  if (!isNews || !flows) return 'unknown'
  return solution === null || solution === 'fix' ? 'good' : 'poor'
}

const whyOf = ({ reason, asked, opens }: LiveRefusal, language: Language) =>
  wordsOf(language).live.reasons[reason].why(asked.slice(0, LONGEST_ASKED), opens)

const SECOND = 1000
const UNITS = [
  { unit: 's', ms: SECOND, until: 60 * SECOND },
  { unit: 'min', ms: 60 * SECOND, until: 3600 * SECOND },
  { unit: 'h', ms: 3600 * SECOND, until: 48 * 3600 * SECOND },
  { unit: 'd', ms: 24 * 3600 * SECOND, until: Number.POSITIVE_INFINITY },
]

/** "hace 3 s", which the script keeps counting; the exact time is shown on hover. */
function ago(sentence: string, at: Date, now: Date, language: Language): Html {
  const words = wordsOf(language)
  const passed = Math.max(0, now.getTime() - at.getTime())
  const { unit, ms } = UNITS.find(({ until }) => passed < until)!
  const template = sentence.replace('{}', words.live.ago)
  const text = template.replace('{}', `${Math.floor(passed / ms)} ${unit}`)
  const exact = `${longTime(at, language)} (${words.zone})`
  return html`<time datetime="${at.toISOString()}" data-ago="${template}" title="${exact}">${text}</time>`
}
