// A code block with a title and a copy button. Consecutive blocks in different languages become tabs.
import type { Language } from '../../domain/people/user.ts'
import { Html, html } from '../../domain/text/html.ts'
import { highlight, languageName } from './highlight.ts'
import { wordsOf } from './words.ts'

export interface Sample {
  readonly language: string
  readonly code: string
}

export function codeBlock({ language, code }: Sample, reader: Language): Html {
  const words = wordsOf(reader)
  const name = languageName(language, code)
  // Scrolls sideways, so it must be focusable by keyboard. The script turns the captions of consecutive blocks into
  // tabs.
  return html`<figure class="code" data-name="${name}"><figcaption><span>${name}</span><button type="button" class="copy" data-done="${words.copied}" hidden>${words.copy}</button></figcaption><pre tabindex="0" role="group" aria-label="${words.codeIn(name)}"><code>${new Html(highlight(code, language))}</code></pre></figure>`
}

export const codeChoice = (samples: readonly Sample[], reader: Language): Html =>
  html`<div class="choice" data-label="${wordsOf(reader).languageOfCode}">${samples.map((sample) => codeBlock(sample, reader))}</div>`
