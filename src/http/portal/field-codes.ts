// Lists the codes of field errors for the guide, generated from the code.
import type { Language } from '../../domain/people/user.ts'
import { type Html, html } from '../../domain/text/html.ts'
import { PUBLISHED_FAULTS, type PublishedFaultCode, publishedCode } from '../../wire/problems/faults.ts'
import { en } from '../../words/en.ts'
import { es } from '../../words/es.ts'
import { faultText } from '../../words/words.ts'

const CODES = Object.keys(PUBLISHED_FAULTS) as PublishedFaultCode[]

export const fieldCodes = (language: Language): Html =>
  html`<dl class="fields">${CODES.map(
    (code) =>
      html`<div id="field-${publishedCode(code)}"><dt><code>${publishedCode(code)}</code></dt><dd>${faultText({ es, en }[language], { code, params: PUBLISHED_FAULTS[code] })}</dd></div>`,
  )}</dl>`
