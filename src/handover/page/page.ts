// The customer's page: whole HTML from the server, one stylesheet, one small script that it also works without.
import type { Handover } from '../../domain/handover/handover.ts'
import type { Language } from '../../domain/people/user.ts'
import { Html, html } from '../html.ts'
import { issuersWords } from '../issuers-words.ts'
import { otherLanguage, wordsOf } from '../words/words.ts'
import { connectionSection, howSection, qrSection } from './connection.ts'
import { stateSection, validitySection } from './state.ts'

/** Addresses of what the pages are dressed with. */
export interface PageFiles {
  readonly style: string
  readonly script: string
  /** null: the network's name, set in type. */
  readonly logo: string | null
}

interface Frame {
  readonly language: Language
  readonly files: PageFiles
  readonly networkName: string
  readonly title: string
  readonly body: Html
}

export function handoverPage(handover: Handover, language: Language, files: PageFiles): string {
  const words = wordsOf(language)
  const { networkName } = handover
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
${stateSection(handover, language)}
${connectionSection(handover, language)}
${validitySection(handover, language)}
${!ended && howSection(handover, language)}
${qrSection(handover, language)}
<p class="private">${words.private}</p>`,
  })
}

export type Trouble = 'gone' | 'trouble' | 'busy' | { readonly waitSeconds: number }

/** Where there is nothing to show, and what to do about it. */
export function troublePage(trouble: Trouble, language: Language, files: PageFiles, networkName: string): string {
  const words = wordsOf(language)
  const [title, text] =
    typeof trouble === 'object'
      ? [words.slow, words.slowMeans(trouble.waitSeconds)]
      : [words[trouble], words[`${trouble}Means`]]
  return framed({ language, files, networkName, title, body: html`<h1>${title}</h1><p>${text}</p>` })
}

function framed({ language, files, networkName, title, body }: Frame): string {
  const other = otherLanguage(language)
  const brand = files.logo
    ? html`<img class="logo" src="${files.logo}" alt="${networkName}">`
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
