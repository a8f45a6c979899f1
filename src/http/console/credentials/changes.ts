// Changes of an issued credential: renew, suspend, new password, edit texts, move to another station.
import { changeCredential } from '../../../actions/credentials/change.ts'
import { changePassword } from '../../../actions/credentials/password.ts'
import { renewCredential } from '../../../actions/credentials/renew.ts'
import { resumeCredential, suspendCredential } from '../../../actions/credentials/suspend.ts'
import type { App } from '../../../base/serving/app.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { credentialAnswer, handedOver } from './answers.ts'
import { scopeOfExisting } from './existing.ts'

const changing = 'credentials.change'

export function credentialChangeRoutes(app: App, { db, baseUrl, clock, current }: ConsoleServices, gate: Gate): void {
  serve(app, 'POST /credentials/:id/renew', changing, async (request) => {
    const { book } = await current()
    const { validitySeconds } = request.body
    const context = { ...gate.context(request), book }
    const scope = await scopeOfExisting(db, request.signedIn.user, request.params.id)
    const renewed = await renewCredential(context, scope, idOf(request.params.id), validitySeconds)
    return { credential: credentialAnswer(renewed, book, clock()) }
  })

  for (const [route, change] of [
    ['POST /credentials/:id/suspend', suspendCredential],
    ['POST /credentials/:id/resume', resumeCredential],
  ] as const)
    serve(app, route, changing, async (request) => {
      const { book } = await current()
      const scope = await scopeOfExisting(db, request.signedIn.user, request.params.id)
      const { credential } = await change({ ...gate.context(request), book }, scope, idOf(request.params.id))
      return { credential: credentialAnswer(credential, book, clock()) }
    })

  serve(app, 'POST /credentials/:id/change', changing, async (request) => {
    const { book } = await current()
    const { stationId, groupId, ...texts } = request.body
    const station = stationId == null ? stationId : { stationId, stationCode: undefined }
    const context = { ...gate.context(request), book }
    const group = groupId == null ? groupId : { groupId }
    const wish = { ...texts, ...(station !== undefined && { station }), ...(group !== undefined && { group }) }
    const scope = await scopeOfExisting(db, request.signedIn.user, request.params.id)
    const { credential } = await changeCredential(context, scope, idOf(request.params.id), wish)
    return { credential: credentialAnswer(credential, book, clock()) }
  })

  // The user who changed the password sees it without a confirmation, as after issuing.
  serve(app, 'POST /credentials/:id/password', changing, async (request) => {
    const { book } = await current()
    const scope = await scopeOfExisting(db, request.signedIn.user, request.params.id)
    const { secrets } = await changePassword({ ...gate.context(request), book }, scope, idOf(request.params.id))
    return { ...handedOver(baseUrl, secrets) }
  })
}
