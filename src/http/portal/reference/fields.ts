// Renders a schema as a list of fields: name, type, limits, description.
import type { Language } from '../../../domain/people/user.ts'
import { type Html, html } from '../../../domain/text/html.ts'
import { wordsOf } from '../words.ts'
import type { Reference, Schema } from './description.ts'
import { inline } from './inline.ts'

/** Deeper levels are shown as separate objects. */
const DEEPEST = 3

export interface Field {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly description: string
}

export class Fields {
  readonly #reference: Reference
  readonly #language: Language

  constructor(reference: Reference, language: Language) {
    this.#reference = reference
    this.#language = language
  }

  /** The fields of an object; the type and limits of anything else. */
  about(schema: Schema, isAsked: boolean): Html {
    return (
      this.of(schema, isAsked) ?? html`<p><span class="type">${this.typeOf(schema)}</span>${this.#limits(schema)}</p>`
    )
  }

  /**
   * `isAsked`: a request, which marks required fields. Answers do not, because nearly all fields are always present.
   */
  of(schema: Schema, isAsked: boolean, depth = 0): Html | null {
    const resolved = this.#reference.resolve(schema)
    const { properties = {}, required = [], oneOf } = resolved
    if (isAsked && oneOf) return html`${oneOf.map((form) => html`<p>${this.typeOf(form)}</p>${this.of(form, true)}`)}`
    const fields = Object.entries(properties).map(([name, field]) => ({
      name,
      schema: field,
      required: isAsked && required.includes(name),
      description: field.description ?? this.#reference.resolve(field).description ?? '',
    }))
    return fields.length === 0 ? null : this.list(fields, isAsked, depth)
  }

  list(fields: readonly Field[], isAsked: boolean, depth = 0): Html {
    const words = wordsOf(this.#language).reference
    return html`<dl class="fields">${fields.map(
      ({ name, schema, required, description }) =>
        html`<div><dt><code>${name}</code> <span class="type">${this.typeOf(schema)}</span>${required && html` <span class="required">${words.required}</span>`}</dt><dd>${inline(description)}${this.#limits(schema)}${depth < DEEPEST && this.#within(schema, isAsked, depth)}</dd></div>`,
    )}</dl>`
  }

  /** Named schemas are shown once, among the objects. */
  #within(schema: Schema, isAsked: boolean, depth: number): Html | null {
    const inner = schema.items ?? schema
    return inner.$ref === undefined && inner.properties ? this.of(inner, isAsked, depth + 1) : null
  }

  typeOf(schema: Schema): Html {
    const words = wordsOf(this.#language).reference
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1)!
      return html`<a href="#${objectId(name)}">${name}</a>`
    }
    const parts = schema.oneOf ?? schema.anyOf
    if (parts) {
      const rest = parts.filter(({ type }) => type !== 'null')
      const names = rest.map((part, at) => html`${at > 0 && html` | `}${this.typeOf(part)}`)
      return html`${names}${rest.length < parts.length && html` ${words.orNull}`}`
    }
    const types = [schema.type ?? (schema.enum ? 'string' : 'object')].flat()
    const [type = 'object'] = types.filter((name) => name !== 'null')
    const orNull = types.includes('null') && html` ${words.orNull}`
    if (type === 'array' && schema.items) {
      const [before, after] = words.listOf('{}').split('{}')
      return html`${before ?? ''} ${this.typeOf(schema.items)}${after ?? ''}${orNull}`
    }
    return html`${type}${schema.format !== undefined && html` (${schema.format})`}${orNull}`
  }

  #limits(schema: Schema): Html | null {
    const words = wordsOf(this.#language).reference
    const resolved = this.#reference.resolve(schema)
    const { minimum, maximum, maxLength, maxItems, pattern } = resolved
    const code = (value: unknown) => html`<code>${String(value)}</code>`
    const parts: Html[] = []
    // The description of a boolean with a single value says when it has that value.
    if (resolved.enum && resolved.type !== 'boolean')
      parts.push(
        html`${resolved.enum.length === 1 ? words.always : words.oneOf} ${resolved.enum.map((value, at) => html`${at > 0 && html`, `}${code(value)}`)}`,
      )
    if (minimum !== undefined && maximum !== undefined) parts.push(html`${words.range(minimum, maximum)}`)
    else if (minimum !== undefined) parts.push(html`≥ ${minimum}`)
    else if (maximum !== undefined) parts.push(html`≤ ${maximum}`)
    if (maxLength !== undefined) parts.push(html`${words.characters(maxLength)}`)
    if (maxItems !== undefined) parts.push(html`${words.items(maxItems)}`)
    if (pattern !== undefined) parts.push(code(pattern))
    if (resolved.default !== undefined) parts.push(html`${words.otherwise} ${code(resolved.default)}`)
    return parts.length === 0
      ? null
      : html` <span class="limits">${parts.map((part, at) => html`${at > 0 && html` · `}${part}`)}</span>`
  }
}

export const objectId = (name: string): string => `object-${name}`
