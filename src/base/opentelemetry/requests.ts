// A span for each HTTP request, as part of the caller's trace if the request carries one.
import type { IncomingMessage } from 'node:http'
import { shownPath } from '../../domain/text/shown-path.ts'
import type { App } from '../serving/app.ts'
import { readTraceparent } from './context.ts'
import type { Span, Tracer } from './tracer.ts'

export const requestTracer =
  (tracer: Tracer) =>
  (app: App): void => {
    const spans = new WeakMap<IncomingMessage, Span>()
    app.addHook('onRequest', (request, _, done) => {
      const { method, routeOptions, headers, id } = request
      const route = routeOptions.url ?? 'none'
      const span = tracer.start({ name: `${method} ${route}`, kind: 'server' }, readTraceparent(headers.traceparent))
      spans.set(request.raw, span)
      request.traceId = span.context.traceId
      if (span.isRecording) {
        span.set('http.request.method', method)
        span.set('http.route', route)
        span.set('url.path', shownPath(request.originalUrl.split('?', 1)[0]!, route))
        span.set('vertice.request_id', id)
      }
      tracer.within(span, done)
    })
    // The body arrives through socket events, which lose the async context of the request.
    app.addHook('preValidation', (request, _, done) => tracer.within(spans.get(request.raw)!, done))
    app.addHook('onResponse', (request, { statusCode }, done) => {
      const span = spans.get(request.raw)!
      span.set('http.response.status_code', statusCode)
      if (statusCode >= 500) span.fail(String(statusCode))
      tracer.end(span)
      done()
    })
    app.addHook('onRequestAbort', (request, done) => {
      const span = spans.get(request.raw)!
      span.fail('aborted')
      tracer.end(span)
      done()
    })
  }
