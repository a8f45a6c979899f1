// Reads the OpenAPI description for the reference: resolves references and finds an example for every schema.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly pattern?: string
}

interface Content {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

interface DescribedOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> }
  readonly responses?: Readonly<Record<string, Answer>>
}

interface Tag {
  readonly name: string
  /** The name in the language of the description. */
  readonly 'x-displayName'?: string
  readonly description?: string
}

export interface Description {
  readonly servers?: readonly { readonly url: string }[]
  readonly tags?: readonly Tag[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: DescribedOperation }>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

export interface Shape {
  readonly schema: Schema
  readonly example: unknown
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly body: Shape | null
  readonly answer: (Shape & { readonly status: string; readonly description: string }) | null
  /** Problem codes that the description names. */
  readonly problems: readonly string[]
}

export interface DescribedEvent {
  readonly type: string
  readonly description: string
  readonly body: Shape | null
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Deeper than any of our schemas; stops recursion in schemas that refer to themselves. */
const DEEPEST = 8

export class Reference {
  readonly #description: Description

  constructor(description: Description) {
    this.#description = description
  }

  get tags() {
    const tags = this.#description.tags ?? []
    return tags.map((tag) => ({
      name: tag.name,
      title: tag['x-displayName'] ?? tag.name,
      about: tag.description ?? '',
    }))
  }

  get objects(): readonly (readonly [string, Schema])[] {
    return Object.entries(this.#description.components?.schemas ?? {})
  }

  basePath(baseUrl: string): string {
    return new URL(this.#description.servers?.[0]?.url ?? '/', baseUrl).pathname.replace(/\/$/, '')
  }

  resolve<Thing extends { readonly $ref?: string }>(thing: Thing): Thing {
    if (thing.$ref === undefined) return thing
    const parts = thing.$ref.replace(/^#\//, '').split('/')
    // biome-ignore lint/suspicious/noExplicitAny: walks down JSON
    const found = parts.reduce((at: any, part) => at?.[part.replaceAll('~1', '/')], this.#description)
    if (found === undefined) throw new Error(`the description has no ${thing.$ref}`)
    return this.resolve(found as Thing)
  }

  get operations(): Operation[] {
    const byPath = Object.entries(this.#description.paths).sort(([a], [b]) => (a < b ? -1 : 1))
    return byPath.flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const operation = methods[method]
        return operation ? [this.#operation(method, path, operation)] : []
      }),
    )
  }

  get events(): DescribedEvent[] {
    return Object.entries(this.#description.webhooks ?? {}).map(([type, { post }]) => ({
      type,
      description: post.description ?? '',
      body: this.#shapeIn(post.requestBody?.content),
    }))
  }

  #operation(method: string, path: string, operation: DescribedOperation): Operation {
    const answers = Object.entries(operation.responses ?? {}).map(
      ([status, answer]) => [status, this.resolve(answer)] as const,
    )
    const good = answers.find(([status]) => status.startsWith('2'))
    const shape = good && this.#shapeIn(good[1].content)
    return {
      id: operation.operationId ?? `${method}-${path}`,
      method: method.toUpperCase(),
      path,
      tag: operation.tags?.[0] ?? '',
      summary: operation.summary ?? path,
      description: operation.description ?? '',
      parameters: (operation.parameters ?? []).map((parameter) => this.resolve(parameter)),
      body: this.#shapeIn(operation.requestBody?.content),
      answer: good && shape ? { ...shape, status: good[0], description: good[1].description ?? '' } : null,
      problems: answers.flatMap(([, { content }]) =>
        Object.keys(content?.['application/problem+json']?.examples ?? {}),
      ),
    }
  }

  #shapeIn(content: Readonly<Record<string, Content>> | undefined): Shape | null {
    const json = content?.['application/json']
    if (!json?.schema) return null
    const shown = json.example ?? Object.values(json.examples ?? {})[0]?.value
    return { schema: json.schema, example: shown ?? this.exampleOf(json.schema) }
  }

  exampleOf(schema: Schema, depth = 0): unknown {
    const resolved = this.resolve(schema)
    const [given] = resolved.examples ?? []
    if (given !== undefined) return given
    if (resolved.const !== undefined) return resolved.const
    if (resolved.default !== undefined) return resolved.default
    if (resolved.enum) return resolved.enum[0]
    const [part] = resolved.oneOf ?? resolved.anyOf ?? []
    if (part) return this.exampleOf(part, depth + 1)
    if (depth > DEEPEST) return null
    if (resolved.allOf) return Object.assign({}, ...resolved.allOf.map((each) => this.exampleOf(each, depth + 1)))
    const type = [resolved.type ?? 'object'].flat()[0]
    if (type === 'object') return this.#objectExample(resolved, depth)
    if (type === 'array') return resolved.items ? [this.exampleOf(resolved.items, depth + 1)] : []
    if (type === 'string') return resolved.format === 'date-time' ? '2026-11-14T18:20:00.000Z' : 'texto'
    if (type === 'boolean') return true
    return type === 'null' ? null : Math.max(1, resolved.minimum ?? 1)
  }

  /** Omits optional fields that have no example of their own. */
  #objectExample({ properties = {}, required = [] }: Schema, depth: number): object {
    const shown = Object.entries(properties).filter(
      ([name, schema]) => required.includes(name) || this.resolve(schema).examples,
    )
    return Object.fromEntries(shown.map(([name, schema]) => [name, this.exampleOf(schema, depth + 1)]))
  }
}
