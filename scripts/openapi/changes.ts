// Finds what disappeared or narrowed in version 1 between two descriptions, one line each.
import { compareSchemas, type Json, resolved, type Say, type Side } from './schema-changes.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

export function brokenPromises(before: Json, after: Json): string[] {
  const lines: string[] = []
  const documents = { before, after }
  const say: Say = (where, what) => lines.push(`${where}: ${what}`)

  for (const [part, side] of [
    ['paths', 'request'],
    ['webhooks', 'answer'],
  ] as const)
    for (const [path, methods] of entries(before[part]))
      for (const [method, operation] of entries(methods).filter(([name]) => METHODS.includes(name))) {
        const now = (after[part] as Record<string, Json> | undefined)?.[path]?.[method] as Json | undefined
        const where = part === 'paths' ? `${method.toUpperCase()} ${path}` : path
        if (now) compareOperations(operation, now, where, side)
        else say(where, 'is gone')
      }
  const names = ({ components }: Json) => Object.keys((components as { schemas?: Json } | undefined)?.schemas ?? {})
  for (const name of names(before)) if (!names(after).includes(name)) say(`schema ${name}`, 'is gone')
  return [...new Set(lines)]

  function compareOperations(was: Json, is: Json, where: string, side: Side): void {
    if (was.operationId !== is.operationId) say(where, `operationId is ${is.operationId}, was ${was.operationId}`)
    // For a webhook the roles are reversed: clients must accept our request as they accept a response.
    compareParameters(was, is, where, side)
    compareBodies(was.requestBody as Json | undefined, is.requestBody as Json | undefined, where, side)
    if (side === 'request') compareResponses(was, is, where)
  }

  function compareParameters(was: Json, is: Json, where: string, side: Side): void {
    const keyOf = (parameter: Json) => `${parameter.in} ${parameter.name}`
    const parametersOf = (operation: Json, document: Json) =>
      new Map(
        ((operation.parameters ?? []) as Json[]).map((one) => resolved(document, one)).map((one) => [keyOf(one), one]),
      )
    const now = parametersOf(is, after)
    const then = parametersOf(was, before)
    for (const [key, parameter] of then) {
      const found = now.get(key)
      if (!found) {
        say(`${where} ${key}`, 'is gone')
        continue
      }
      if (side === 'answer' && parameter.required && !found.required) say(`${where} ${key}`, 'may be missing now')
      compareInside(parameter.schema as Json, found.schema as Json, `${where} ${key}`, side)
    }
    if (side === 'answer') return
    for (const [key, { required }] of now)
      if (required && !then.get(key)?.required) say(`${where} ${key}`, 'must be given now')
  }

  function compareBodies(was: Json | undefined, is: Json | undefined, where: string, side: Side): void {
    if (was && !is) say(`${where} body`, 'is gone')
    if (side === 'request' && is?.required && !was?.required) say(`${where} body`, 'must be given now')
    if (was && is) compareContents(was, is, `${where} body`, side)
  }

  function compareResponses(was: Json, is: Json, where: string): void {
    const now = is.responses as Record<string, Json>
    for (const [status, response] of entries(was.responses)) {
      if (!now[status]) {
        say(`${where} ${status}`, 'is gone')
        continue
      }
      const [then, found] = [resolved(before, response), resolved(after, now[status])]
      for (const [name, header] of entries(then.headers)) {
        const other = (found.headers as Record<string, Json> | undefined)?.[name]
        if (!other) say(`${where} ${status} header ${name}`, 'is gone')
        else if (resolved(before, header).required && !resolved(after, other).required)
          say(`${where} ${status} header ${name}`, 'may be missing now')
      }
      compareContents(then, found, `${where} ${status}`, 'answer')
    }
  }

  function compareContents(was: Json, is: Json, where: string, side: Side): void {
    for (const [type, { schema }] of entries(was.content)) {
      const found = (is.content as Record<string, Json> | undefined)?.[type]
      if (found) compareInside(schema as Json, found.schema as Json, where, side)
      else say(where, `${type} is gone`)
    }
  }

  function compareInside(was: Json = {}, is: Json = {}, where: string, side: Side): void {
    compareSchemas(was, is, documents, side, (pointer, what) => say(`${where} ${pointer}`.trimEnd(), what))
  }
}

const entries = (value: unknown): [string, Json][] => Object.entries((value ?? {}) as Record<string, Json>)
