// Answers and requests of the public pages. The browser app takes its types from here.
import { Type } from 'typebox'
import { IMPACTS, STAGES } from '../../domain/alerts/incidents/incident.ts'
import { IONOSPHERE_CLASSES } from '../../domain/archive/integrity/ionosphere.ts'
import type { Area } from '../../domain/credentials/geofence.ts'
import { OBSERVATION_FORMS } from '../../domain/network/mountpoints/alteration.ts'
import { VERDICTS } from '../../domain/network/overview/verdict.ts'
import { CURRENCIES, type Currency } from '../../domain/orders/money.ts'
import { ORDER_STATES } from '../../domain/orders/order.ts'
import { SERVES } from '../../domain/orders/product.ts'
import { SIMULATED_SHARES } from '../../domain/stations/simulated.ts'
import { STATION_STATUSES } from '../../domain/stations/station.ts'
import * as T from '../../wire/pieces.ts'

export type { CoverageFeature, StationFeature, TriangleFeature } from '../../wire/network/coverage.ts'

/** `simulated`: how many of the stations are simulated. */
const Network = T.Exact({ name: T.Text, simulated: T.OneOf(SIMULATED_SHARES) })

export const About = T.Exact({
  network: Network,
  map: T.Exact({ tilesUrl: T.TextOrNull, attribution: T.TextOrNull }),
  statusPage: T.Flag,
  coveragePage: T.Flag,
  shop: T.Flag,
})
export type About = T.Received<typeof About>

export const StationState = T.Exact({
  code: T.Text,
  name: T.Text,
  lat: Type.Number(),
  lng: Type.Number(),
  status: T.OneOf(STATION_STATUSES),
  /** False if the operator declared the status. */
  measured: T.Flag,
  simulated: T.Flag,
  uptimePct: T.NumberOrNull,
  /** Minutes up, down and not measured, for each day since the first. */
  days: T.List(Type.Unsafe<readonly [up: number, down: number, unknown: number]>(Type.Array(T.Count))),
})

const PublishedIncident = T.Exact({
  id: T.Id,
  title: T.Text,
  impact: T.OneOf(IMPACTS),
  /** Empty if the whole network is affected. */
  stationCodes: T.List(T.Text),
  createdAt: T.At,
  /** Oldest first. */
  notes: T.List(T.Exact({ stage: T.OneOf(STAGES), text: T.Text, createdAt: T.At })),
})
export type PublishedIncident = T.Received<typeof PublishedIncident>

/** The state of the network without its stations. */
export const StateHead = T.Exact({
  network: Network,
  at: T.At,
  firstDay: T.Text,
  verdict: T.OneOf(VERDICTS),
  /** Percent of the measured time; `null` if nothing was measured. */
  uptime: T.Exact({ days30: T.NumberOrNull, days60: T.NumberOrNull }),
  /** Activity of the ionosphere in the last hour; `null` if it was not measured. */
  ionosphere: T.OrNull(T.Exact({ class: T.OneOf(IONOSPHERE_CLASSES), at: T.At })),
  /** Newest first. */
  incidents: T.List(PublishedIncident),
  /** Whether visitors can subscribe to incidents by mail. */
  subscribable: T.Flag,
})
const NetworkState = T.Exact({ ...StateHead.properties, stations: T.List(StationState) })
export type NetworkState = T.Received<typeof NetworkState>

/** What the host of a station sees: that station only. */
export const HostPage = T.Exact({
  network: Network,
  host: T.Exact({ name: T.Text, email: T.Text, confirmed: T.Flag }),
  station: T.Exact({
    code: T.Text,
    name: T.Text,
    status: T.OneOf(STATION_STATUSES),
    /** False if the operator declared the status. */
    measured: T.Flag,
    measuredAt: T.AtOrNull,
  }),
  /** Share of the measured time of 60 days; `null` if nothing was measured. */
  uptimePct: T.NumberOrNull,
  /** Oldest first. */
  days: T.List(
    T.Exact({
      day: T.Text,
      uptimePct: T.NumberOrNull,
      minutesUp: T.Count,
      minutesDown: T.Count,
      minutesUnknown: T.Count,
    }),
  ),
  /** The operator's contact; `null` if not set. */
  contact: T.Exact({ phone: T.TextOrNull, whatsapp: T.TextOrNull }),
})
export type HostPage = T.Received<typeof HostPage>

/** The live state of the network for a public screen. Stations and rovers are numbered by place. */
export const Wall = T.Exact({
  network: Network,
  at: T.At,
  rovers: T.Exact({ connected: T.Count, fixed: T.Count }),
  /** Data received from the stations in the last full minute; `null` if not measured. */
  bytesPerMinute: T.NumberOrNull,
  stations: T.List(
    T.Exact({
      id: T.Count,
      code: T.Text,
      name: T.Text,
      federalState: T.Text,
      lat: Type.Number(),
      lng: Type.Number(),
      status: T.OneOf(STATION_STATUSES),
      measured: T.Flag,
      measuredAt: T.AtOrNull,
    }),
  ),
  /** Rovers that reported a position, at the centre of a cell of 0.1°. */
  located: T.List(
    T.Exact({
      id: T.Text,
      lat: Type.Number(),
      lng: Type.Number(),
      stationId: T.NumberOrNull,
      quality: T.NumberOrNull,
    }),
  ),
  /** Open incidents, newest first. */
  incidents: T.List(T.Exact({ id: T.Id, title: T.Text, createdAt: T.At })),
})
export type Wall = T.Received<typeof Wall>

const PLACE = {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
}
const MONEY = { amountMinor: T.Count, currency: Type.Unsafe<Currency>({ enum: [...CURRENCIES] }) }
export const NamedStation = T.Exact({ code: T.Text, name: T.Text })

export const ShopProduct = T.Exact({
  id: T.Id,
  name: T.Text,
  validitySeconds: T.Count,
  serves: T.OneOf(SERVES),
  station: T.OrNull(NamedStation),
  /** Name of the group of stations that the product serves; `null` without a group. */
  group: T.TextOrNull,
  /** Area where the product works; `null` means anywhere. */
  fence: T.OrNull(Type.Unsafe<Area>({ type: 'object' })),
  ...MONEY,
})
export type ShopProduct = T.Received<typeof ShopProduct>

export const ShopStation = T.Exact({
  ...NamedStation.properties,
  lat: Type.Number(),
  lng: Type.Number(),
  status: T.OneOf(STATION_STATUSES),
  /** False if the operator declared the status. */
  measured: T.Flag,
})

export const Shop = T.Exact({
  products: T.List(ShopProduct),
  stations: T.List(ShopStation),
  ways: T.Exact({ card: T.Flag, bank: T.Flag }),
  /** Whether customers can have the links of their credentials mailed, to renew them. */
  mailsLinks: T.Flag,
})
export type Shop = T.Received<typeof Shop>

export const ExpectationQuery = Type.Object({ productId: T.Id, ...PLACE })
export const Expectation = T.Exact({
  covered: T.Flag,
  station: T.OrNull(NamedStation),
  distanceKm: T.NumberOrNull,
  errorMm: T.OrNull(T.Exact({ horizontal: Type.Number(), vertical: Type.Number() })),
  /** False if the location is covered, but by stations that are not measured. */
  measured: T.Flag,
  /** Why the station is not sold although it is close enough. */
  notSold: T.OrNull(T.OneOf(['unmeasured', 'silent', 'in_doubt', 'outside_area'])),
})
export type Expectation = T.Received<typeof Expectation>

export const OrderBody = T.Exact({
  productId: T.Id,
  ...PLACE,
  customerName: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
  customerEmail: T.Email,
  language: T.LanguageField,
})
export type OrderBody = T.Received<typeof OrderBody>

export const RenewalLinksBody = T.Exact({ email: T.Email, language: T.LanguageField })
export type RenewalLinksBody = T.Received<typeof RenewalLinksBody>

export const ShopOrder = T.Exact({
  number: T.Id,
  /** Payment extends a credential that the customer already has. */
  renewal: T.Flag,
  state: T.OneOf(ORDER_STATES),
  productName: T.TextOrNull,
  validitySeconds: T.Count,
  startsAt: T.AtOrNull,
  station: T.OrNull(NamedStation),
  group: T.TextOrNull,
  ...MONEY,
  email: T.Text,
  createdAt: T.At,
  paidAt: T.AtOrNull,
  sendsMail: T.Flag,
  /** `null` if there is nothing left to pay. */
  ways: T.OrNull(T.Exact({ card: T.Flag, bankDetails: T.TextOrNull })),
  /** Created by a test token: not to be paid. */
  test: T.Flag,
})
export type ShopOrder = T.Received<typeof ShopOrder>

export const SubscriptionBody = T.Exact({ email: T.Email, language: T.LanguageField })
export type SubscriptionBody = T.Received<typeof SubscriptionBody>

export const SubscriptionState = T.Exact({ email: T.Text, confirmed: T.Flag })
export type SubscriptionState = T.Received<typeof SubscriptionState>

export const PlaceQuery = Type.Object({ ...PLACE, language: T.LanguageField })

/** The mountpoint for a place. */
export const PlaceAnswer = T.Exact({
  /** `null` without coverage. */
  mountpoint: T.TextOrNull,
  isNetwork: T.Flag,
  host: T.Text,
  port: T.Count,
  format: T.TextOrNull,
  datum: T.TextOrNull,
  /** The base. For the network mountpoint or without coverage, the nearest station; `null` if there is none. */
  station: T.OrNull(T.Exact({ code: T.Text, name: T.Text })),
  distanceKm: T.NumberOrNull,
  /** `null` without coverage, or if the stations are not measured. */
  errorMm: T.OrNull(T.Exact({ horizontal: T.Count, vertical: T.Count })),
  measured: T.Flag,
  /** Why, in the requested language. */
  reason: T.Text,
  /** Other mountpoints that serve the place without login. */
  open: T.List(T.Exact({ mountpoint: T.Text, form: T.OneOf(OBSERVATION_FORMS), datum: T.Text })),
})
export type PlaceAnswer = T.Received<typeof PlaceAnswer>
