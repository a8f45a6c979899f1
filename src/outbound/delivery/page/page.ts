// The customer's page: HTML rendered by the server, one stylesheet, and one optional small script.
import { hasEnded } from '../../../domain/delivery/delivery.ts'
import type { ReceiverKey } from '../../../domain/delivery/receivers/names.ts'
import type { RenewalWay } from '../../../domain/delivery/renewal.ts'
import type { Language } from '../../../domain/people/user.ts'
import { Html, html } from '../../../domain/text/html.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import { issuersWords } from '../issuers-words.ts'
import { otherLanguage, wordsOf } from '../words/words.ts'
import { connectionSection, howSection, qrSection } from './connection.ts'
import { helpSection, renewalSection } from './further.ts'
import { receiverQuery } from './recipe.ts'
import { type RinexView, rinexSection } from './rinex.ts'
import { type LiveView, stateSection, validitySection } from './state.ts'

const URGENT_MS = 7 * DAY_MS

/** URLs of stylesheet, script and logos. */
export interface PageFiles {
  readonly style: string
  readonly script: string
  /** `null` shows the network's name as text. */
  readonly logo: string | null
  /** For dark backgrounds; `null` uses `logo`. */
  readonly logoDark: string | null
  /** Stylesheet with an organization's colour; `null` uses the network's. */
  readonly accent: string | null
}

interface Frame {
  readonly language: Language
  readonly files: PageFiles
  readonly networkName: string
  readonly title: string
  /** Kept when the reader switches the language. */
  readonly query?: string
  readonly body: Html
}

export interface CustomerView extends LiveView {
  readonly renewal: RenewalWay
  /** The receiver whose steps are shown; `null` if the customer chose none. */
  readonly receiver: ReceiverKey | null
  /** `null` if the credential includes no RINEX files. */
  readonly rinex: RinexView | null
}

/** The part that the page polls while it is open. */
export const livePart = (view: LiveView, language: Language): string => stateSection(view, language).text

export function deliveryPage(view: CustomerView, language: Language, files: PageFiles): string {
  const { delivery, renewal, receiver, rinex } = view
  const words = wordsOf(language)
  const { networkName } = delivery
  // Connection data comes before renewal, unless the expiry is near.
  const ended = hasEnded(delivery)
  const isUrgent = ended || delivery.credential.expiresAt.getTime() - delivery.now.getTime() <= URGENT_MS
  const whose = issuersWords(delivery, words).map(({ name, value }) => html`${name}: <bdi>${value}</bdi>`.text)
  return framed({
    language,
    files,
    networkName,
    title: words.title,
    query: receiverQuery(receiver),
    body: html`
${delivery.simulated && html`<p class="simulated">${words.simulated}</p>`}
<h1>${words.title}</h1>
${whose.length > 0 && html`<p class="whose">${new Html(whose.join(' · '))}</p>`}
${stateSection(view, language)}
${isUrgent && renewalSection(delivery, renewal, language)}
${!ended && connectionSection(delivery, language)}
${validitySection(delivery, language)}
${!isUrgent && renewalSection(delivery, renewal, language)}
${!ended && !delivery.credential.isTest && howSection(delivery, receiver, language)}
${delivery.state === 'in_force' && rinexSection(delivery, rinex, language)}
${helpSection(delivery, language)}
${!ended && qrSection(delivery, receiver, language)}
${!ended && html`<p class="private">${words.private}</p>`}`,
  })
}

export type ErrorKind = 'gone' | 'lost' | 'trouble' | 'busy' | { readonly waitSeconds: number }

export function errorPage(trouble: ErrorKind, language: Language, files: PageFiles, networkName: string): string {
  const words = wordsOf(language)
  const [title, text] =
    typeof trouble === 'object'
      ? [words.slow, words.slowMeans(trouble.waitSeconds)]
      : [words[trouble], words[`${trouble}Means`]]
  const home = trouble === 'lost' && html`<p><a href="/">${words.lostHome(networkName)}</a></p>`
  return framed({ language, files, networkName, title, body: html`<h1>${title}</h1><p>${text}</p>${home}` })
}

function framed({ language, files, networkName, title, query = '', body }: Frame): string {
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
${files.accent && html`<link rel="stylesheet" href="${files.accent}">`}
<script src="${files.script}" defer></script>
</head>
<body>
<header>${brand}<a class="language" href="?lang=${other}${new Html(query)}" hreflang="${other}" lang="${other}">${wordsOf(language).otherLanguage}</a></header>
<main>${body}</main>
</body>
</html>
`.text
}
