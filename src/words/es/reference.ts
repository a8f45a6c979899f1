// Spanish texts of the API description. The key is the English text of the schemas and operations, so a changed English
// text has no translation until this table changes too; test/http/api/spanish.test.ts lists missing and unused texts.
import { about } from './reference/about.ts'
import { account } from './reference/account.ts'
import { archive } from './reference/archive.ts'
import { credentialOperations } from './reference/credential-operations.ts'
import { credentials } from './reference/credentials.ts'
import { deliveries } from './reference/deliveries.ts'
import { endings } from './reference/endings.ts'
import { events } from './reference/events.ts'
import { examples } from './reference/examples.ts'
import { mountpoints } from './reference/mountpoints.ts'
import { orders } from './reference/orders.ts'
import { problems } from './reference/problems.ts'
import { sessions } from './reference/sessions.ts'
import { stations } from './reference/stations.ts'
import type { Translations } from './reference/translations.ts'
import { webhooks } from './reference/webhooks.ts'

/** Sentences that end many descriptions. They are translated apart from the text before them. */
export const ENDINGS: readonly string[] = Object.keys(endings)

export const TRANSLATED: readonly Translations[] = [
  about,
  account,
  archive,
  credentialOperations,
  credentials,
  deliveries,
  endings,
  events,
  mountpoints,
  orders,
  problems,
  sessions,
  stations,
  webhooks,
]

/** Sentences within example responses. */
export const EXAMPLES: ReadonlyMap<string, string> = new Map(Object.entries(examples))

/** Titles of the sections. */
export const TAGS: Translations = {
  Stations: 'Estaciones',
  Mountpoint: 'Punto de montaje',
  Credentials: 'Credenciales',
  Orders: 'Pedidos',
  Archive: 'Archivo',
  Webhooks: 'Webhooks',
  Account: 'Cuenta',
}
