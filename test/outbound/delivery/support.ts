// A service with customer pages and mails on a real database; and a sample delivery for tests of the layout.

import { onTestFinished } from 'vitest'
import type { App } from '../../../src/base/serving/app.ts'
import { writtenOf } from '../../../src/domain/credentials/credential.ts'
import { DEFAULT_BRAND, NO_BRAND } from '../../../src/domain/delivery/brand.ts'
import type { CustomerDelivery, CustomerMail } from '../../../src/domain/delivery/delivery.ts'
import { buildApi } from '../../../src/http/api/server.ts'
import type { ApiServices } from '../../../src/http/api/services.ts'
import { publicRoutes } from '../../../src/http/public/public.ts'
import type { PdfMaker } from '../../../src/outbound/delivery/pdf/maker.ts'
import { OwnerBrands } from '../../../src/start/roles/customers/brands.ts'
import { openCustomerPages, openSheets } from '../../../src/start/roles/customers/delivery.ts'
import { customerMails, renewalMails } from '../../../src/start/roles/customers/mails.ts'
import type { LiveConfig } from '../../../src/start/settings.ts'
import { liveConfig } from '../../support/live-config.ts'
import { BASE_URL, TestService } from '../../support/service.ts'

export const DAY_MS = 86_400_000
export const CUSTOMER_MAIL: CustomerMail = { language: 'es', noticesMs: [7 * DAY_MS, DAY_MS, 0] }

const configOf = ({ services }: TestService, settings: Partial<LiveConfig>) => ({
  ...liveConfig({ BASE_URL: services.baseUrl }),
  ...settings,
})

export class CustomerSite {
  readonly service: TestService
  readonly config: LiveConfig
  readonly app: App
  readonly sheets: PdfMaker
  readonly brands: OwnerBrands
  /** Credentials with a renewal request for which there was no recipient. */
  readonly unheard: readonly number[]
  readonly #stop: () => void

  private constructor(
    service: TestService,
    config: LiveConfig,
    app: App,
    { sheets, brands }: Pick<CustomerSite, 'sheets' | 'brands'>,
    unheard: readonly number[],
    stop: () => void,
  ) {
    this.service = service
    this.config = config
    this.app = app
    this.sheets = sheets
    this.brands = brands
    this.unheard = unheard
    this.#stop = stop
  }

  static async start(overrides: Partial<ApiServices> = {}, settings: Partial<LiveConfig> = {}): Promise<CustomerSite> {
    const service = await TestService.start({ customerMail: CUSTOMER_MAIL, ...overrides })
    return CustomerSite.#open(service, configOf(service, settings))
  }

  /** Uses a running service, which its caller stops; `close` ends only the pages. */
  static on(service: TestService, settings: Partial<LiveConfig> = {}): Promise<CustomerSite> {
    return CustomerSite.#open(service, configOf(service, settings))
  }

  /** The same pages in another process. Closed when the test ends. */
  async anotherNode(): Promise<CustomerSite> {
    const other = await CustomerSite.#open(this.service, this.config)
    onTestFinished(() => other.close())
    return other
  }

  static async #open(service: TestService, config: LiveConfig): Promise<CustomerSite> {
    const { db, keys, current, clock } = service.services
    const sheets = openSheets(() => DEFAULT_BRAND)
    const brands = new OwnerBrands(db, () => DEFAULT_BRAND)
    const canMail = () => (service.services.customerMail ?? null) !== null
    const unheard: number[] = []
    const customers = openCustomerPages({ db: service.db, keys, clock, current, sheets, brands }, config, {
      brand: () => DEFAULT_BRAND,
      canMail,
      warnUnheard: (id) => void unheard.push(id),
    })
    const visitors = {
      db,
      current,
      clock,
      simulated: false,
      baseUrl: config.baseUrl,
      bundle: null,
      statusPage: false,
      coveragePage: false,
      mapTiles: null,
    }
    const app = await buildApi({
      ...service.services,
      trustProxy: ['127.0.0.1'],
      otherRoutes: [
        publicRoutes({ ...visitors, customers: customers.services, ownerLogo: (hash) => brands.logo(hash) }),
      ],
    })
    return new CustomerSite(service, config, app, { sheets, brands }, unheard, customers.stop)
  }

  async stop(): Promise<void> {
    await this.close()
    await this.service.stop()
  }

  async close(): Promise<void> {
    this.#stop()
    await this.app.close()
    await this.sheets.close()
  }

  async get(url: string, { address = '203.0.113.7', language = 'es-MX' } = {}) {
    const { statusCode, headers, body, rawPayload } = await this.app.inject({
      method: 'GET',
      url: url.replace(BASE_URL, ''),
      headers: { 'accept-language': language, 'x-forwarded-for': address },
    })
    return { status: statusCode, headers, text: body, bytes: rawPayload }
  }

  async post(url: string, address = '203.0.113.7', payload = '') {
    const { statusCode, headers, body } = await this.app.inject({
      method: 'POST',
      url: url.replace(BASE_URL, ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      payload,
    })
    return { status: statusCode, headers, text: body }
  }

  /** The service's own mail renderers. */
  get renderers() {
    const { keys, current, clock } = this.service.services
    const foundation = { db: this.service.db, keys, clock }
    return {
      ...customerMails(foundation, this.config, current, this),
      ...renewalMails(foundation, this.config, current),
    }
  }

  async mailsOf(credentialId: number) {
    const { rows } = await this.service.db.pool.query(
      'select kind, recipient, state, last_error, attempts from mails where credential_id = $1 order by id',
      [credentialId],
    )
    return rows
  }
}

const at = (text: string) => new Date(text)

export const DELIVERY: CustomerDelivery = {
  credential: {
    id: 1042,
    ownerId: 1,
    stationId: 3,
    groupId: null,
    geofence: null,
    givenUsername: null,
    username: 'k7mqx2rtwd',
    ...writtenOf({
      label: 'Obra norte, tramo 3',
      customerName: 'María Peña Ibáñez',
      customerEmail: 'maria@example.mx',
    }),
    issuedAt: at('2026-11-14T18:20:00Z'),
    startsAt: at('2026-11-16T06:00:00Z'),
    expiresAt: at('2026-12-16T06:00:00Z'),
    revokedAt: null,
    suspendedAt: null,
    reference: null,
    metadata: null,
    maxSessions: 1,
    whenFull: 'replace',
    placeLat: null,
    placeLng: null,
    isTest: false,
  },
  password: 'w8hn4tqcz6pmv3xk',
  url: 'https://rtk.example.mx/c/sy-3qkZ0T7vXbM1dPj5Rw9aLs2n',
  networkName: 'Red Geodésica del Bajío',
  ownBrand: NO_BRAND,
  contact: { phone: null, whatsapp: null },
  casterHost: 'caster.rtk.example.mx',
  casterPort: 2101,
  mountpoint: 'CDMX_RTCM32',
  format: 'RTCM 3.2',
  datum: 'ITRF2008 época 2010.0',
  station: { code: 'CDMX', name: 'Ciudad de México' },
  group: null,
  converted: [],
  others: { named: [], more: 0 },
  state: 'scheduled',
  source: 'up',
  simulated: false,
  now: at('2026-11-15T15:00:00Z'),
}
