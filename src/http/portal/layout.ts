// The layout of every page: the operator's name, menu, search, switches. Pages work without scripts; what needs a
// script stays hidden until the script runs.
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { type Html, html } from '../../domain/text/html.ts'
import type { MenuGroup } from './guides.ts'
import type { Heading } from './markdown.ts'
import { wordsOf } from './words.ts'

/** URLs of stylesheet, scripts and logos. */
export interface PageFiles {
  readonly style: string
  readonly theme: string
  readonly script: string
  /** `null` shows the network's name as text. */
  readonly logo: string | null
  /** For dark backgrounds; `null` uses `logo`. */
  readonly logoDark: string | null
}

export interface Page {
  readonly language: Language
  /** Empty for the start page. */
  readonly slug: string
  readonly title: string
  readonly body: Html
  /** For the table of contents on the right. */
  readonly headings: readonly Heading[]
  /** Uses the whole width, without a table of contents. */
  readonly wide?: boolean
}

export interface Around {
  readonly networkName: string
  readonly files: PageFiles
  readonly menu: readonly MenuGroup[]
  /** URL of a page of the same set. */
  readonly address: (slug: string) => string
  /** Name of this set of pages, and a link to the other set (guides or handbook). */
  readonly name: string
  readonly elsewhere: { readonly title: string; readonly href: string }
  /** URL of the same or the closest page in the other language. */
  readonly otherLanguage: string
}

export const addressOf = (language: Language, slug: string): string =>
  slug === '' ? `/docs/${language}` : `/docs/${language}/${slug}`

export function framed(page: Page, around: Around): string {
  const { language, title, body, headings, wide = false } = page
  const { networkName, files, menu, address, name, elsewhere, otherLanguage } = around
  const words = wordsOf(language)
  const other = LANGUAGES.find((known) => known !== language)!
  const brand = files.logo
    ? html`<img class="logo${files.logoDark && html` on-light`}" src="${files.logo}" alt="${networkName}">${files.logoDark && html`<img class="logo on-dark" src="${files.logoDark}" alt="${networkName}">`}`
    : html`<span class="name">${networkName}</span>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${networkName}</title>
<link rel="icon" href="/favicon.ico">
<link rel="alternate" hreflang="${other}" href="${otherLanguage}">
<link rel="alternate" type="text/markdown" href="${address(page.slug)}.md">
<link rel="alternate" type="application/atom+xml" href="${addressOf(language, 'changelog.atom')}">
<link rel="stylesheet" href="${files.style}">
<script src="${files.theme}"></script>
<script src="${files.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header class="top">
<button type="button" class="menu-switch" aria-controls="menu" aria-expanded="false">${words.menu}</button>
<a class="brand" href="${address('')}">${brand}<span class="portal">${name}</span></a>
<search class="search" data-index="${address('search.json')}" data-none="${words.noResults}" data-count="${words.results('{}')}" hidden>
<label class="unseen" for="query">${words.search}</label>
<input id="query" type="search" placeholder="${words.searchHint}" autocomplete="off" spellcheck="false" aria-controls="found">
<div id="found" class="found" hidden></div>
<p class="unseen" role="status"></p>
</search>
${themeSwitch(language)}
<a class="language" href="${otherLanguage}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a>
</header>
<div class="frame${wide && html` wide`}">
<nav id="menu" class="menu" aria-label="${words.guides}">${menu.map((group) => menuGroup(group, page, address))}<ul class="elsewhere"><li><a href="${elsewhere.href}">${elsewhere.title}</a></li></ul>${themeSwitch(language)}</nav>
<main id="content" tabindex="-1">
<article>
<h1>${title}</h1>
${body}
</article>
${neighbours(page, around)}
</main>
${!wide && contents(headings, language)}
</div>
</body>
</html>
`.text
}

/** Used twice: in the header, and on phones in the menu. */
function themeSwitch(language: Language): Html {
  const words = wordsOf(language)
  const options = (['system', 'light', 'dark'] as const).map(
    (theme) => html`<option value="${theme}">${words.themes[theme]}</option>`,
  )
  return html`<label class="theme" hidden><span>${words.theme}</span> <select>${options}</select></label>`
}

const menuGroup = ({ title, items }: MenuGroup, page: Page, address: Around['address']): Html =>
  html`<p class="group">${title}</p><ul>${items.map(
    ({ slug, title }) =>
      html`<li><a href="${address(slug)}"${slug === page.slug && html` aria-current="page"`}>${title}</a></li>`,
  )}</ul>`

function contents(headings: readonly Heading[], language: Language): Html | null {
  const shown = headings.filter(({ depth }) => depth === 2)
  if (shown.length < 2) return html`<div class="contents"></div>`
  const words = wordsOf(language)
  return html`<nav class="contents" aria-label="${words.onThisPage}"><p class="group">${words.onThisPage}</p><ul>${shown.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`
}

function neighbours({ language, slug }: Page, { menu, address }: Around): Html | null {
  const words = wordsOf(language)
  const items = menu.flatMap(({ items }) => items)
  const at = items.findIndex((item) => item.slug === slug)
  const before = items[at - 1] ?? null
  const after = items[at + 1] ?? null
  if (slug === '' || at < 0) return null
  return html`<nav class="neighbours" aria-label="${words.previous} / ${words.next}">
${before && html`<a class="before" href="${address(before.slug)}"><span>${words.previous}</span> ${before.title}</a>`}
${after && html`<a class="after" href="${address(after.slug)}"><span>${words.next}</span> ${after.title}</a>`}
</nav>`
}
