import { decideAntenna } from '../../../actions/stations/announced-equipment.ts'
import { addEquipment, changeEquipment, changeSite, removeEquipment } from '../../../actions/stations/equipment.ts'
import { importSiteLog, planErrors } from '../../../actions/stations/site-log.ts'
import type { App } from '../../../base/serving/app.ts'
import { antennaText } from '../../../domain/archive/announced.ts'
import { isEmptyPlan, planImport } from '../../../domain/archive/site-log.ts'
import type { FieldFault } from '../../../domain/codes/fault.ts'
import { Refusal, unreadable } from '../../../domain/codes/refusal.ts'
import { readSiteLogFile } from '../../../reads/site-log.ts'
import { listEquipment, readAnnouncedEquipment, readSiteFacts } from '../../../store/stations/equipment.ts'
import { MOST_ERRORS } from '../../../wire/problems/problem.ts'
import { readSiteLog } from '../../../wire/stations/site-log/read.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf, timeOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationIn } from './routes.ts'

const reading = 'network.read'
const changing = 'network.change'

export function stationEquipmentRoutes(parent: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  const stationOf = async (typed: string) => stationIn((await current()).book.byId, idOf(typed))
  const answer = async (typed: string) => {
    const id = idOf(typed)
    const [equipment, site, known] = [
      await listEquipment(db, id),
      await readSiteFacts(db, id),
      await readAnnouncedEquipment(db, id),
    ]
    const antenna = known?.announced.antenna
    const announced =
      known && antenna && known.antennaState !== 'agrees'
        ? { text: antennaText(antenna), state: known.antennaState, since: known.antennaAt }
        : null
    return { equipment, site, announced }
  }

  serve(parent, 'GET /stations/:id/equipment', reading, async ({ params }) => {
    await stationOf(params.id)
    return answer(params.id)
  })

  serve(parent, 'POST /stations/:id/equipment', changing, async (request) => {
    const { serial = '', firmware = '', radome = '', up = null, east = null, north = null, ...body } = request.body
    await addEquipment(
      gate.context(request),
      { id: idOf(request.params.id) },
      {
        ...{ kind: body.kind, type: body.type, serial, firmware, radome, up, east, north },
        installedAt: timeOf(body.installedAt, 'installedAt'),
        removedAt: timeOrNone(body.removedAt ?? null, 'removedAt'),
      },
    )
    return answer(request.params.id)
  })

  serve(parent, 'PATCH /stations/:id/equipment/:period', changing, async (request) => {
    const { id, period } = request.params
    const { installedAt, removedAt, ...facts } = request.body
    await changeEquipment(gate.context(request), { id: idOf(id) }, idOf(period), {
      ...facts,
      ...(installedAt !== undefined && { installedAt: timeOf(installedAt, 'installedAt') }),
      ...(removedAt !== undefined && { removedAt: timeOrNone(removedAt, 'removedAt') }),
    })
    return answer(id)
  })

  serve(parent, 'DELETE /stations/:id/equipment/:period', changing, async (request) => {
    const { id, period } = request.params
    await removeEquipment(gate.context(request), { id: idOf(id) }, idOf(period))
    return answer(id)
  })

  serve(parent, 'POST /stations/:id/antenna', changing, async (request) => {
    await decideAntenna(gate.context(request), { id: idOf(request.params.id) }, request.body.decision)
    return answer(request.params.id)
  })

  serve(parent, 'PATCH /stations/:id/site', changing, async (request) => {
    const { installedAt, ...texts } = request.body
    const change = {
      ...texts,
      ...(installedAt !== undefined && { installedAt: timeOrNone(installedAt, 'installedAt') }),
    }
    await changeSite(gate.context(request), { id: idOf(request.params.id) }, change)
    return answer(request.params.id)
  })

  serve(parent, 'GET /stations/:id/site-log', reading, async ({ params, query }, reply) => {
    const station = await stationOf(params.id)
    const { name, type, text } = await readSiteLogFile(db, station, query.format ?? 'log', clock())
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(text)
  })

  parent.register(async (inner) => {
    const app = inner as App
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

    serve(app, 'POST /stations/:id/site-log/preview', changing, async ({ params, body }) => {
      const station = await stationOf(params.id)
      const { log, errors: unread } = readSiteLog(bytesOf(body))
      const facts = await readSiteFacts(db, station.id)
      const plan = planImport(log, await listEquipment(db, station.id), facts, station)
      const errors = [...unread, ...planErrors(plan, { ...facts, ...log.facts }, clock())]
      return {
        periods: plan.periods.map(({ line, outcome, period }) => ({ line, outcome, ...period })),
        facts: plan.facts.map(({ field, from, to }) => ({ field, from: textOf(from), to: textOf(to) })),
        otherId: plan.otherId,
        errors: errors.slice(0, MOST_ERRORS).map(errorAnswer),
        valid: errors.length === 0 && !isEmptyPlan(plan),
      }
    })

    serve(app, 'POST /stations/:id/site-log', changing, async (request) => {
      const { log, errors } = readSiteLog(bytesOf(request.body))
      if (errors.length > 0) throw new Refusal('file_not_readable', {}, errors.slice(0, MOST_ERRORS))
      await importSiteLog(gate.context(request), { id: idOf(request.params.id) }, log)
      return answer(request.params.id)
    })
  })
}

const timeOrNone = (text: string | null, field: string) => (text === null ? null : timeOf(text, field))
const textOf = (value: string | Date | null) => (value instanceof Date ? value.toISOString() : value)

function bytesOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw unreadable('file_not_sent')
  return body
}

/** Errors of site facts have no line. */
function errorAnswer({ path, code, params }: FieldFault) {
  const [line, field] = typeof path[0] === 'number' ? [path[0], path[1]] : [null, path[0]]
  return { line, field: field === undefined ? null : String(field), code, params }
}
