// Choice of the receiver, and the steps for the chosen one.
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { AcceptedText } from '../../../domain/delivery/receivers/accepted-text.ts'
import { RECEIVER_GROUPS, type ReceiverGroup, type ReceiverKey } from '../../../domain/delivery/receivers/names.ts'
import type { Language } from '../../../domain/people/user.ts'
import { Html, html } from '../../../domain/text/html.ts'
import { escapeHtml } from '../../../domain/text/plain-text.ts'
import { wordsIn } from '../../../words/language.ts'
import { receiverName } from '../../../words/words.ts'
import { type NamedStatement, type Recipe, recipeFor, type Statement } from '../recipe.ts'
import type { Words } from '../words/es.ts'
import { wordsOf } from '../words/words.ts'
import { qrImage } from './qr-image.ts'

export const receiverQuery = (receiver: ReceiverKey | null): string => (receiver ? `&receiver=${receiver}` : '')

export function receiverChoice(receiver: ReceiverKey | null, language: Language): Html {
  const words = wordsOf(language)
  const { choose, chooseAnother, groups } = words.recipes
  const link = (key: ReceiverKey) =>
    html`<a href="?lang=${language}${new Html(receiverQuery(key))}#receiver"${key === receiver && html` aria-current="true"`}>${receiverName(wordsIn(language), key)}</a>`
  const group = (name: ReceiverGroup) =>
    html`<h3>${groups[name]}</h3><p class="receivers">${(Object.keys(RECEIVER_GROUPS[name]) as ReceiverKey[]).map(link)}</p>`
  return html`<details class="choice"${receiver === null && html` open`}><summary>${receiver === null ? choose : chooseAnother}</summary>
${(Object.keys(RECEIVER_GROUPS) as ReceiverGroup[]).map(group)}</details>`
}

export function recipeSection(receiver: ReceiverKey, delivery: CustomerDelivery, language: Language): Html {
  const words = wordsOf(language)
  const recipe = recipeFor(receiver, delivery, language)
  const { name, notices, steps, general, stepsSource, accepted, traps, unconfirmed } = recipe
  return html`<div class="recipe">
<h3 id="receiver">${words.recipes.chosen(name)}${reference(stepsSource)}</h3>
${notices.map((notice) => html`<p class="notice">${notice}</p>`)}
${general !== null && html`<p class="hint">${general}</p>`}
<ol>${steps.map((step) => html`<li>${withValues(step, recipe.values)}</li>`)}</ol>
${accepted && acceptedBox(accepted, language)}
${traps.length > 0 && html`<h4>${words.recipes.keepInMind}</h4><ul>${traps.map((trap) => html`<li>${trap.text}${mark(trap)}</li>`)}</ul>`}
${knowledge(recipe, words)}
${unconfirmed !== null && html`<p class="hint">${unconfirmed}</p>`}
</div>`
}

/** Replaces `{host}` and the like. Steps omit the password, which the page hides until the customer reveals it. */
function withValues(step: string, values: Recipe['values']): Html {
  const pieces = step
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? new Html(escapeHtml(piece)) : html`<code>${values[piece] ?? ''}</code>`))
  return html`${pieces}`
}

const reference = (source: number | null) => source !== null && html` <sup>${source}</sup>`

const mark = ({ source, remark }: Statement): Html =>
  html`${reference(source)}${remark !== null && html` <span class="hint">(${remark})</span>`}`

function knowledge({ facts, sources }: Recipe, { recipes }: Words): Html | null {
  if (facts.length === 0 && sources.length === 0) return null
  const fact = (one: NamedStatement) => html`<div><dt>${one.name}</dt><dd>${one.text}${mark(one)}</dd></div>`
  return html`<details><summary>${recipes.facts}</summary>
<dl class="facts">${facts.map(fact)}</dl>
${sources.length > 0 && html`<h4>${recipes.sources}</h4><ol class="sources">${sources.map(({ title, address, isMakers }) => html`<li><a href="${address}" rel="noreferrer noopener" target="_blank">${title}</a>${!isMakers && html` (${recipes.othersMark})`}</li>`)}</ol>`}</details>`
}

/** Contains the password, so it is hidden until the customer reveals it. */
function acceptedBox(accepted: AcceptedText, language: Language): Html {
  const { copied, copy, recipes } = wordsOf(language)
  const words = recipes.accepted
  const text = accepted.kind === 'lines' ? accepted.lines.join('\n') : accepted.text
  const intro = { address: words.address, lines: words.lines, command: words.command }[accepted.kind]
  return html`<div class="accepted"><p>${intro}</p>
<details class="secret"><summary><span class="closed">${words.secret}</span><span class="open">${words.hide}</span></summary>
<pre tabindex="0"><code>${new Html(escapeHtml(text))}</code></pre>
<p class="ways"><button type="button" class="copy" data-copy="${new Html(escapeHtml(text))}" data-done="${copied}" hidden>${copy}</button></p>
${accepted.kind === 'address' && qrImage(text, words.qrAlt)}
</details></div>`
}
