import { addCertificate, removeCertificate, requireCertificate } from '../../../actions/stations/certificates.ts'
import type { App } from '../../../base/serving/app.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { sourceReader } from './source.ts'

const changing = 'network.change'

export function stationCertificateRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
  const source = sourceReader(db, clock)

  serve(app, 'POST /stations/:id/certificates', changing, async (request) => {
    const { pem: lines, source: which } = request.body
    const input = { pem: lines.join('\n'), source: which }
    await addCertificate(gate.context(request), { id: idOf(request.params.id) }, input)
    return source(request.params.id)
  })

  serve(app, 'DELETE /stations/:id/certificates/:fingerprint', changing, async (request) => {
    await removeCertificate(gate.context(request), { id: idOf(request.params.id) }, request.params.fingerprint)
    return source(request.params.id)
  })

  serve(app, 'PUT /stations/:id/certificates/rule', changing, async (request) => {
    await requireCertificate(gate.context(request), { id: idOf(request.params.id) }, request.body.required)
    return source(request.params.id)
  })
}
