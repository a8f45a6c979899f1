// The description and an interactive reference that needs nothing from outside.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { escapeHtml } from '../../domain/text/plain-text.ts'
import type { App } from '../../running/app.ts'
import { PUBLISHED, statusOf } from '../../wire/problem.ts'
import { PUBLISHED_FAULTS, type PublishedFaultCode } from '../../wire/published-faults.ts'
import { en } from '../../words/en.ts'
import { faultText, refusalTitle } from '../../words/words.ts'
import { type Cached, cached, sendCached } from '../conditional.ts'

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}</head><body>${body}</body></html>`

const reference = page(
  'Vértice API',
  '<link rel="stylesheet" href="/docs/swagger-ui.css">',
  '<div id="reference"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>',
)

const start = `SwaggerUIBundle({ url: '/docs/openapi.json', dom_id: '#reference', deepLinking: true, displayRequestDuration: true,
  persistAuthorization: false, tryItOutEnabled: true, validatorUrl: null })`

const FAULT_CODES = Object.keys(PUBLISHED_FAULTS) as PublishedFaultCode[]

const problemList = page(
  'Vértice API: problems',
  '<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}code{font-size:1.05em}dt{margin-top:1rem}:target{background:#fd06}</style>',
  `<h1>Problems</h1><p>Errors are <code>application/problem+json</code> (RFC 9457); <code>code</code> is stable.</p><dl>${PUBLISHED.map(
    (code) => `<dt id="${code}"><code>${code}</code> (${statusOf(code)})</dt><dd>${refusalTitle(en, code)}.</dd>`,
  ).join(
    '',
  )}</dl><h2>Fields</h2><p>What is wrong with a field, by the <code>code</code> of each of <code>errors</code>, in words after the name of the field.</p><dl>${FAULT_CODES.map(
    (code) =>
      `<dt id="field-${code}"><code>${code}</code></dt><dd>… ${escapeHtml(faultText(en, { code, params: PUBLISHED_FAULTS[code] }))}.</dd>`,
  ).join('')}</dl>`,
)

export function docsRoutes(app: App): void {
  let description: Cached | null = null
  const hide = { schema: { hide: true } as object }

  app.get('/docs/openapi.json', hide, (request, reply) => {
    description ??= cached(JSON.stringify(app.swagger()))
    return sendCached(request, reply, description)
  })

  const serve = (url: string, type: string, content: () => string | Promise<Buffer>) =>
    app.get(url, hide, async (_, reply) => {
      const text = await content()
      return reply.type(type).header('content-security-policy', CSP).send(text)
    })

  serve('/docs', 'text/html; charset=utf-8', () => reference)
  serve('/docs/problems', 'text/html; charset=utf-8', () => problemList)
  serve('/docs/start.js', 'text/javascript; charset=utf-8', () => start)
  // Read when asked for: 1.5 MB that most processes never serve.
  serve('/docs/swagger-ui.css', 'text/css; charset=utf-8', () => readFile(join(assets, 'swagger-ui.css')))
  serve('/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', () =>
    readFile(join(assets, 'swagger-ui-bundle.js')),
  )
}
