// The customer's page: whole HTML from the server, one stylesheet, one small script that it also works without.
import type { Handover } from '../../domain/delivery/delivery.ts'
import type { Live } from '../../domain/delivery/live.ts'
import type { RenewalWay } from '../../domain/delivery/renewal.ts'
import type { Language } from '../../domain/people/user.ts'
import { Html, html } from '../../domain/text/html.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { issuersWords } from '../issuers-words.ts'
import { otherLanguage, wordsOf } from '../words/words.ts'
import { connectionSection, howSection, qrSection } from './connection.ts'
import { helpSection, renewalSection } from './further.ts'
import { stateSection, validitySection } from './state.ts'

const URGENT_MS = 7 * DAY_MS

/** Addresses of what the pages are dressed with. */
export interface PageFiles {
  readonly style: string
  readonly script: string
  /** null: the network's name, set in type. */
  readonly logo: string | null
  /** For dark grounds; null: the same. */
  readonly logoDark: string | null
}

interface Frame {
  readonly language: Language
  readonly files: PageFiles
  readonly networkName: string
  readonly title: string
  readonly body: Html
}

/** What a customer is shown. */
export interface CustomerView {
  readonly handover: Handover
  readonly live: Live
  readonly renewal: RenewalWay
  /** When the page may ask for news the next time. */
  readonly againSeconds: number
}

/** What the page asks for again and again while it is open. */
export const livePart = ({ handover, live, againSeconds }: CustomerView, language: Language): string =>
  stateSection(handover, live, language, againSeconds).text

export function handoverPage(view: CustomerView, language: Language, files: PageFiles): string {
  const { handover, renewal } = view
  const words = wordsOf(language)
  const { networkName } = handover
  // What is used every day comes before what is needed in some weeks.
  const isUrgent = handover.credential.expiresAt.getTime() - handover.now.getTime() <= URGENT_MS
  const ended = handover.state === 'expired' || handover.state === 'revoked'
  const whose = issuersWords(handover, words).map(({ name, value }) => html`${name}: <bdi>${value}</bdi>`.text)
  return framed({
    language,
    files,
    networkName,
    title: words.title,
    body: html`
${handover.simulated && html`<p class="simulated">${words.simulated}</p>`}
<h1>${words.title}</h1>
${whose.length > 0 && html`<p class="whose">${new Html(whose.join(' · '))}</p>`}
${stateSection(handover, view.live, language, view.againSeconds)}
${isUrgent && renewalSection(handover, renewal, language)}
${connectionSection(handover, language)}
${validitySection(handover, language)}
${!isUrgent && renewalSection(handover, renewal, language)}
${!ended && !handover.credential.isTest && howSection(handover, language)}
${helpSection(handover, language)}
${qrSection(handover, language)}
<p class="private">${words.private}</p>`,
  })
}

export type Trouble = 'gone' | 'lost' | 'trouble' | 'busy' | { readonly waitSeconds: number }

/** Where there is nothing to show, and what to do about it. */
export function troublePage(trouble: Trouble, language: Language, files: PageFiles, networkName: string): string {
  const words = wordsOf(language)
  const [title, text] =
    typeof trouble === 'object'
      ? [words.slow, words.slowMeans(trouble.waitSeconds)]
      : [words[trouble], words[`${trouble}Means`]]
  const home = trouble === 'lost' && html`<p><a href="/">${words.lostHome(networkName)}</a></p>`
  return framed({ language, files, networkName, title, body: html`<h1>${title}</h1><p>${text}</p>${home}` })
}

function framed({ language, files, networkName, title, body }: Frame): string {
  const other = otherLanguage(language)
  const brand = files.logo
    ? html`<picture>${files.logoDark && html`<source media="(prefers-color-scheme: dark)" srcset="${files.logoDark}">`}<img class="logo" src="${files.logo}" alt="${networkName}"></picture>`
    : html`<span class="brand">${networkName}</span>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title} · ${networkName}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${files.style}">
<script src="${files.script}" defer></script>
</head>
<body>
<header>${brand}<a class="language" href="?lang=${other}" hreflang="${other}" lang="${other}">${wordsOf(language).otherLanguage}</a></header>
<main>${body}</main>
</body>
</html>
`.text
}
