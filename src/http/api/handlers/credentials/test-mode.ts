import { endTestCredential } from '../../../../actions/credentials/end-test.ts'
import { openCredential } from '../../../../base/secrets/credential.ts'
import { UNUSED } from '../../../../domain/credentials/use.ts'
import { credentialToWire, servedBy } from '../../../../wire/credentials/credential.ts'
import { idOf } from '../../contract/parameters.ts'
import type { Handlers } from '../../handler.ts'
import type { ApiServices } from '../../services.ts'
import { contextOf } from './answers.ts'

export const testModeHandlers = (services: ApiServices): Handlers<'POST /credentials/:id/vencer'> => ({
  'POST /credentials/:id/vencer': async (request) => {
    const { db, keys, baseUrl } = services
    const context = contextOf(services, request, db)
    const ended = await endTestCredential(context, request.token.ownerId, idOf(request.params))
    const served = servedBy(context.book, ended, context.now)
    // The caster accepts no test credential, so this one was never used.
    return { ok: true, credential: credentialToWire(ended, openCredential(keys, ended), served, UNUSED, baseUrl) }
  },
})
