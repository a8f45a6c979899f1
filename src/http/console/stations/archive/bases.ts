// Positions of bases from uploaded files. They are the operator's: customers and organizations do not see them.
import type { Static } from 'typebox'
import { receiveBasePart, requestBase } from '../../../../actions/archive/request-base.ts'
import type { App } from '../../../../base/serving/app.ts'
import { type BaseRun, PART_BYTES } from '../../../../domain/archive/integrity/base-run.ts'
import { Refusal, unreadable } from '../../../../domain/codes/refusal.ts'
import { findBaseRun, listBaseRuns } from '../../../../store/archive/base-runs.ts'
import type { BASE_ROUTES } from '../../contract/stations/bases.ts'
import type { Gate } from '../../entrance/gate.ts'
import { idOf } from '../../kit/ids.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'

/** Not `network.read`, which users of organizations have. */
const reading = 'system.read'
const changing = 'network.change'
const SHOWN = 20

export function baseRoutes(app: App, { db, clock, current, positionPdf, storeBasePart }: ConsoleServices, gate: Gate) {
  serve(app, 'GET /bases', reading, async () => ({ bases: (await listBaseRuns(db, SHOWN)).map(baseAnswer) }))

  serve(app, 'POST /bases', changing, async (request) => ({
    base: baseAnswer(await requestBase(gate.context(request), request.body)),
    partBytes: PART_BYTES,
  }))

  app.register(async (inner) => {
    const files = inner as App
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    serve(files, 'POST /bases/:id/parts/:part', changing, async ({ body, params }) => {
      if (!Buffer.isBuffer(body)) throw unreadable('file_not_sent')
      const part = { id: params.id, part: idOf(params.part, 'part') - 1, content: body }
      return { base: baseAnswer(await receiveBasePart({ db, now: clock() }, part, storeBasePart)) }
    })
  })

  serve(app, 'GET /bases/:id/report.pdf', reading, async ({ params, query }, reply) => {
    const run = await findBaseRun(db, params.id)
    if (!run?.result) throw new Refusal('base_not_found')
    const { network } = (await current()).book
    const report = { code: run.fileName, name: '', networkName: network.name, ...run.result, registered: null }
    const pdf = await positionPdf({ ...report, now: clock() }, query.language)
    return reply.header('content-disposition', `attachment; filename="${run.id}.pdf"`).type('application/pdf').send(pdf)
  })
}

function baseAnswer({
  attempt: _,
  parts: __,
  result,
  ...run
}: BaseRun): Static<(typeof BASE_ROUTES)['GET /bases']['answer']['bases']>[number] {
  if (!result) return { ...run, result }
  const { position: ___, ...computed } = result.computed
  return { ...run, result: { ...result, computed } }
}
