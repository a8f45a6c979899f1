// Wires up RINEX files on the customers' pages.
import { orderCustomerRinex, stationsOf } from '../../../actions/archive/order-customer-rinex.ts'
import { readRoverFile } from '../../../archive/rinex/rover-file.ts'
import { clientOf } from '../../../base/limits/rate-limiter.ts'
import { SharedLimit } from '../../../base/limits/shared-limit.ts'
import { monthOf } from '../../../domain/archive/allowance.ts'
import { RINEX_INTERVALS, type RinexWish } from '../../../domain/archive/rinex-order.ts'
import { system } from '../../../domain/audit/action.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { Language } from '../../../domain/people/user.ts'
import type { CustomerServices } from '../../../http/public/customer.ts'
import { minuteOf, type RinexView } from '../../../outbound/delivery/page/rinex.ts'
import { wordsOf } from '../../../outbound/delivery/words/words.ts'
import { readRinexHours } from '../../../store/archive/allowances.ts'
import { countRinexHoursOfCredential, listRinexOrders } from '../../../store/archive/rinex-orders.ts'
import type { Current } from '../../../store/current/current.ts'
import type { rateSharer } from '../../../store/operations/rate-slots.ts'
import { wordsIn } from '../../../words/language.ts'
import { faultText, refusalText } from '../../../words/words.ts'
import type { Foundation } from '../../foundation.ts'

/** Max orders and files of rovers per minute and client address. The allowance of the credential limits the hours of data. */
const ORDERS = 10
/** Files of rovers that are received at once, each in memory; one per credential. */
const MOST_UPLOADS = 4
/** `Retry-After` while too many are received. */
const UPLOAD_SECONDS = 10
/** The page has room for this many. */
const SHOWN_ORDERS = 10

interface Dependencies extends Pick<Foundation, 'db' | 'clock'> {
  readonly current: () => Promise<Current>
  readonly share: ReturnType<typeof rateSharer>
}

export function openCustomerRinex({ db, clock, current, share }: Dependencies) {
  const limit = new SharedLimit(ORDERS, share, 'rinex')
  /** Credentials whose customer is sending a file. */
  const uploading = new Set<number>()

  async function viewOf({ credential }: CustomerDelivery, problem: string | null): Promise<RinexView | null> {
    const now = clock()
    const { id, ownerId } = credential
    const hoursPerMonth = await readRinexHours(db, id)
    if (hoursPerMonth === 0) return null
    const { book } = await current()
    const [usedHours, orders] = await Promise.all([
      countRinexHoursOfCredential(db, id, monthOf(now)),
      listRinexOrders(db, ownerId, { credentialId: id }, { limit: SHOWN_ORDERS }, now),
    ])
    return { hoursPerMonth, usedHours, stations: stationsOf(credential, book), orders, problem }
  }

  const order: CustomerServices['orderRinex'] = async (delivery, form, language, ip) => {
    const words = wordsOf(language).rinex
    const wish = wishIn(form)
    if (wish === null || delivery.state !== 'in_force') return { problem: words.notValid }
    const { allowed, resetSeconds } = await limit.hitEverywhere(clientOf(ip), clock().getTime())
    if (!allowed) return { waitSeconds: resetSeconds }
    const { book } = await current()
    try {
      // Without the client's address: customers are not tracked.
      await orderCustomerRinex({ db, by: system('customer'), now: clock(), book }, delivery.credential, wish)
      return null
    } catch (error) {
      if (error instanceof Refusal) return { problem: problemText(error, language) }
      throw error
    }
  }

  const admitRover: CustomerServices['admitRover'] = async ({ credential, state }, language, ip) => {
    if (state !== 'in_force' || (await readRinexHours(db, credential.id)) === 0)
      return { problem: refusalText(wordsIn(language), new Refusal('rinex_not_included')) }
    const { allowed, resetSeconds } = await limit.hitEverywhere(clientOf(ip), clock().getTime())
    if (!allowed) return { waitSeconds: resetSeconds }
    if (uploading.has(credential.id) || uploading.size >= MOST_UPLOADS) return { waitSeconds: UPLOAD_SECONDS }
    uploading.add(credential.id)
    return { end: () => void uploading.delete(credential.id) }
  }

  const readRover: CustomerServices['readRover'] = async (content, language) => {
    try {
      const { lat, lng, from, to } = await readRoverFile(content)
      return { lat: lat.toFixed(6), lng: lng.toFixed(6), from: minuteOf(from), until: minuteOf(to) }
    } catch (error) {
      if (!(error instanceof Refusal) || !error.fields[0]) throw error
      return { problem: faultText(wordsIn(language), error.fields[0]) }
    }
  }

  return { viewOf, order, admitRover, readRover, stop: () => limit.stop() }
}

function problemText(refusal: Refusal, language: Language): string {
  const { fields } = wordsOf(language).rinex
  const [fault] = refusal.fields
  if (!fault) return refusalText(wordsIn(language), refusal)
  const field = fields[fault.path[0] as keyof typeof fields]
  return `${field ?? ''}: ${faultText(wordsIn(language), fault)}`
}

/** The fields of the form; `null` if they are not complete. Times are UTC. */
function wishIn(form: URLSearchParams): RinexWish | null {
  const [from, to] = [timeIn(form.get('from')), timeIn(form.get('until'))]
  const intervalS = Number(form.get('interval'))
  const stationId = Number(form.get('station'))
  const [lat, lng] = [degreesIn(form.get('lat'), 90), degreesIn(form.get('lng'), 180)]
  const hasStation = Number.isSafeInteger(stationId) && stationId > 0
  const hasPosition = lat !== undefined && lng !== undefined
  if (!from || !to || !RINEX_INTERVALS.some((known) => known === intervalS)) return null
  if (!hasStation && !hasPosition) return null
  return {
    ...{ from, to, intervalS, version: '3.05', constellations: null, navigation: true, hatanaka: true },
    ...(hasStation ? { stationId, lat: undefined, lng: undefined } : { stationId: undefined, lat, lng }),
    stationCode: undefined,
  }
}

function timeIn(text: string | null): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return null
  const at = new Date(`${text}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Accepts a decimal comma. */
function degreesIn(text: string | null, most: number): number | undefined {
  const typed = (text ?? '').trim().replace(',', '.')
  const value = Number(typed)
  return typed === '' || !Number.isFinite(value) || Math.abs(value) > most ? undefined : value
}
