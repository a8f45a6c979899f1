// A block of code with its name and a button that copies it; several in a row, each in another language, are one choice of tabs.
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
  // It scrolls sideways, so it can be reached by keyboard; the script turns the headings of several into tabs.
  return html`<figure class="code" data-name="${name}"><figcaption><span>${name}</span><button type="button" class="copy" data-done="${words.copied}" hidden>${words.copy}</button></figcaption><pre tabindex="0" role="group" aria-label="${words.codeIn(name)}"><code>${new Html(highlight(code, language))}</code></pre></figure>`
}

export const codeChoice = (samples: readonly Sample[], reader: Language): Html =>
  html`<div class="choice" data-label="${wordsOf(reader).languageOfCode}">${samples.map((sample) => codeBlock(sample, reader))}</div>`
