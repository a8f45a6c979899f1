// Differences from the promise (docs/openapi-v1.json) that break no client: start of the line that check.ts reports,
// and the reason. Emptied whenever the promise is rewritten.

const SAID_NOW = 'the service never took anything else; now the description says so'

export const ACCEPTED: readonly (readonly [line: string, why: string])[] = [
  [
    'GET /stations/{id}/health 200 /uptime/historial: minItems is',
    'always 60 as before; generators wrote a tuple of 60',
  ],
  ['GET /webhooks query cursor: pattern is', SAID_NOW],
  ['GET /credentials query cursor: pattern is', SAID_NOW],
  ['POST /webhooks header Idempotency-Key: pattern is', 'the same length, said in the pattern'],
  ['POST /credentials header Idempotency-Key: pattern is', 'the same length, said in the pattern'],
  ['POST /credentials/batch header Idempotency-Key: pattern is', 'the same length, said in the pattern'],
  ['POST /webhooks body /url: pattern is', SAID_NOW],
  ['POST /webhooks body /eventos: pattern is', SAID_NOW],
  ['POST /credentials body /station_codigo: pattern is', SAID_NOW],
  ['POST /credentials body /inicia_at: pattern is', SAID_NOW],
  ['POST /credentials/batch body /credentials/*/station_codigo: pattern is', SAID_NOW],
  ['POST /credentials/batch body /credentials/*/inicia_at: pattern is', SAID_NOW],
]
