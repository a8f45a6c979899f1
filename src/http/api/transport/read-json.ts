import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { holdsMoreValues } from '../../../domain/text/json-size.ts'
import type { Spread } from '../services.ts'

/**
 * Max values in a body without a declared `spread`. A megabyte of brackets takes 100 ms to parse, longer to validate.
 */
const MOST_VALUES = 20_000

/** Bodies up to this many bytes parse within a few milliseconds. */
const MUCH = 64 * 1024

/** Fastify's parser on strict UTF-8. An empty body counts as none: some clients send a content type with DELETE. */
export function readJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const tooMany = new Refusal('payload_too_large', { mostValues: MOST_VALUES })
  const encoded = new Refusal('unsupported_media_type', { reason: 'encoded' })
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return done(encoded)
    const { spread } = request.routeOptions.config
    const isSmall = (spread && isSpread(body as Buffer, spread)) || !holdsMoreValues(body as Buffer, MOST_VALUES)
    if (!isSmall) return done(tooMany)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      return done(new Refusal('invalid_json', { reason: 'not_utf8' }))
    }
    parse(request, text, (error, value) => {
      if (error) return done(whyNot(text))
      if (body.length < MUCH) return done(null, value)
      // Validation comes next and may collect thousands of faults, so let other requests run first.
      setImmediate(done, null, value)
    })
  })
}

const isSpread = (body: Buffer, { most, inOne }: Spread): boolean => !holdsMoreValues(body, most, inOne)

/** Error for a rejected body. If V8 can parse the body, it contains a name that would reach a prototype. */
function whyNot(text: string): Refusal {
  try {
    JSON.parse(text)
    return new Refusal('invalid_json', { reason: 'forbidden_name' })
  } catch (error) {
    const { message } = error as Error
    if (/end of JSON input/.test(message)) return new Refusal('invalid_json', { reason: 'ends_early' })
    const [, position] = /at position (\d+)/.exec(message) ?? []
    return new Refusal('invalid_json', position === undefined ? {} : { at: Number(position) + 1 })
  }
}
