// The API reference: each operation with its fields, an example answer, the request in four languages and a try-out
// form.
import type { Language } from '../../../domain/people/user.ts'
import { Html, html } from '../../../domain/text/html.ts'
import { escapeHtml } from '../../../domain/text/plain-text.ts'
import { codeBlock, codeChoice } from '../code.ts'
import type { Heading } from '../markdown.ts'
import { wordsOf } from '../words.ts'
import { type DescribedEvent, type Operation, type Parameter, Reference } from './description.ts'
import { Fields, objectId } from './fields.ts'
import { blocks, inline } from './inline.ts'
import { exampleAddress, samplesOf } from './samples.ts'

export interface ReferencePage {
  readonly body: Html
  readonly headings: readonly Heading[]
}

interface PageContext {
  readonly language: Language
  readonly baseUrl: string
  readonly reference: Reference
  readonly fields: Fields
  readonly errorsAddress: string
}

/** The same ids as in the example answers. */
const ID_EXAMPLES: Readonly<Record<string, string>> = {
  stations: '3',
  credentials: '1042',
  webhooks: '7',
  orders: '12',
}
const PLACES = ['path', 'query', 'header'] as const

export function referencePage(
  description: ConstructorParameters<typeof Reference>[0],
  { language, baseUrl, errorsAddress }: Pick<PageContext, 'language' | 'baseUrl' | 'errorsAddress'>,
): ReferencePage {
  const words = wordsOf(language).reference
  const reference = new Reference(description)
  const context = { language, baseUrl, reference, fields: new Fields(reference, language), errorsAddress }
  const byTag = Map.groupBy(reference.operations, ({ tag }) => tag)
  const groups = reference.tags
    .map(({ name, title, about }) => ({ id: tagId(name), title, about, operations: byTag.get(name) ?? [] }))
    .filter(({ operations }) => operations.length > 0)
  const headings = groups.flatMap(({ id, title, operations }) => [
    { depth: 2, id, text: title },
    ...operations.map(({ id, summary }) => ({ depth: 3, id, text: summary })),
  ])
  const body = html`
${tokenField(language)}
<nav class="jump" aria-label="${words.operations}">${groups.map(
    ({ id, title, operations }) =>
      html`<section><p class="group"><a href="#${id}">${title}</a></p><ul>${operations.map(
        ({ id, method, path }) => html`<li><a href="#${id}">${verb(method)}<code>${path}</code></a></li>`,
      )}</ul></section>`,
  )}</nav>
${groups.map(
  ({ id, title, about, operations }) =>
    html`<section class="tag"><h2 id="${id}">${title}</h2><p>${inline(about)}</p>${operations.map((operation) => operationSection(operation, context))}</section>`,
)}
<section class="tag"><h2 id="events">${words.events}</h2>${reference.events.map((event) => eventSection(event, context))}</section>
<section class="tag"><h2 id="objects">${words.objects}</h2>${reference.objects.map(
    ([name, schema]) =>
      html`<section class="operation"><div class="told"><h3 id="${objectId(name)}">${name}</h3><p>${inline(schema.description ?? '')}</p>${context.fields.about(schema, name.endsWith('Request'))}</div><div class="shown">${codeBlock({ language: 'json', code: JSON.stringify(reference.exampleOf({ $ref: `#/components/schemas/${name}` }), null, 2) }, language)}</div></section>`,
  )}</section>`
  const rest = [
    { depth: 2, id: 'events', text: words.events },
    { depth: 2, id: 'objects', text: words.objects },
  ]
  return { body, headings: [...headings, ...rest] }
}

const tagId = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`
const verb = (method: string) => html`<span class="verb ${method.toLowerCase()}">${method}</span> `

function tokenField(language: Language): Html {
  const words = wordsOf(language).reference
  return html`<div class="token" id="token-field"><label for="token">${words.token}</label><input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="vrt_…" aria-describedby="token-hint"><p id="token-hint">${words.tokenHint}</p></div>`
}

function operationSection(operation: Operation, context: PageContext): Html {
  const { id, method, path, summary, description, body, answer, problems } = operation
  const { language, reference, fields, baseUrl, errorsAddress } = context
  const words = wordsOf(language).reference
  const base = reference.basePath(baseUrl)
  const url =
    new URL(base, baseUrl).href + exampleAddress(operation, (name) => parameterExample(operation, name, context))
  return html`<section class="operation">
<div class="told">
<h3 id="${id}">${summary} <a class="anchor" href="#${id}" aria-label="${wordsOf(language).linkTo(summary)}">#</a></h3>
<p class="address">${verb(method)}<code>${base}${path}</code></p>
${blocks(description)}
${PLACES.flatMap((place) => parameterList(operation, place, context) ?? [])}
${body && html`<h4>${words.body}</h4>${fields.of(body.schema, true)}`}
${answer && html`<h4>${words.answer} ${answer.status}</h4><p>${inline(answer.description)}</p>${fields.of(answer.schema, false)}`}
${problems.length > 0 && html`<h4>${words.errors}</h4><p class="problems">${problems.map((code) => html`<a href="${errorsAddress}#${code}"><code>${code}</code></a> `)}</p>`}
</div>
<div class="shown">
${codeChoice(samplesOf(operation, url), language)}
${answer && html`<p class="caption">${words.example}</p>${codeBlock({ language: 'json', code: JSON.stringify(answer.example, null, 2) }, language)}`}
${tryOut(operation, base, context)}
</div>
</section>`
}

function parameterList(
  { parameters }: Operation,
  place: Parameter['in'],
  { fields, language }: PageContext,
): Html | null {
  const shown = parameters.filter((parameter) => parameter.in === place)
  if (shown.length === 0) return null
  const listed = shown.map(({ name, schema = {}, required = false, description = '' }) => ({
    name,
    schema,
    required,
    description,
  }))
  return html`<h4>${wordsOf(language).reference[place]}</h4>${fields.list(listed, true)}`
}

function parameterExample({ parameters, path }: Operation, name: string, { reference }: PageContext): string {
  const parameter = parameters.find((each) => each.name === name)
  if (parameter?.example !== undefined) return String(parameter.example)
  if (name === 'id') return ID_EXAMPLES[path.split('/')[1]!] ?? '1'
  const known: Record<string, string> = { lat: '19.4326', lng: '-99.1332' }
  return known[name] ?? String(reference.exampleOf(parameter?.schema ?? {}))
}

function tryOut(operation: Operation, base: string, context: PageContext): Html {
  const { id, method, path, parameters, body } = operation
  const words = wordsOf(context.language).reference
  const field = (name: string, place: string, input: Html) =>
    html`<p><label for="${id}-${name}"><code>${name}</code> <span class="type">${place}</span></label>${input}</p>`
  return html`<details class="try" hidden><summary>${words.tryIt}</summary>
<form class="try" data-method="${method}" data-path="${base}${path}" data-sending="${words.sending}" data-failed="${words.notSent}">
${method !== 'GET' && html`<p class="careful">${words.careful}</p>`}
${parameters.map(({ name, in: place, required = false }) =>
  field(
    name,
    words[place],
    html`<input id="${id}-${name}" name="${name}" data-in="${place}"${required && html` required`}${required && html` value="${parameterExample(operation, name, context)}"`} autocomplete="off" spellcheck="false">`,
  ),
)}
${body && field(words.body, 'JSON', html`<textarea id="${id}-${words.body}" data-in="body" rows="8" spellcheck="false">${new Html(escapeHtml(JSON.stringify(body.example, null, 2)))}</textarea>`)}
<p><button type="submit">${words.send}</button></p>
<output aria-live="polite"></output>
</form></details>`
}

function eventSection({ type, description, body }: DescribedEvent, { language, fields }: PageContext): Html {
  const words = wordsOf(language).reference
  return html`<section class="operation"><div class="told"><h3 id="event-${type}"><code>${type}</code></h3>${blocks(description)}${body && fields.of(body.schema, false)}</div>
<div class="shown">${body && html`<p class="caption">${words.exampleEvent}</p>${codeBlock({ language: 'json', code: JSON.stringify(body.example, null, 2) }, language)}`}</div></section>`
}
