// Validates every response of a test against the contract: no field is missing and none is undeclared.
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { App } from '../../../src/base/serving/app.ts'

type Door = (app: App) => void
type Validator = ReturnType<typeof Compile>

const known = new Map<object, Validator>()

function validatorOf(answer: Record<string, TSchema>): Validator {
  const made =
    known.get(answer) ?? Compile(Type.Object({ ok: Type.Literal(true), ...answer }, { additionalProperties: false }))
  known.set(answer, made)
  return made
}

export function holdingToContract(door: Door): Door {
  return (app) => {
    app.addHook('onSend', async (request, reply, payload) => {
      const { answer } = request.routeOptions.config
      if (!answer || answer === 'file' || reply.statusCode >= 400) return
      const told: unknown = JSON.parse(String(payload))
      const [fault] = validatorOf(answer).Errors(told)
      if (fault)
        throw new Error(`${request.method} ${request.url} breaks the contract: ${fault.instancePath} ${fault.message}`)
    })
    door(app)
  }
}
