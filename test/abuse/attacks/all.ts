import type { Attack } from '../scene.ts'
import * as caster from './caster.ts'
import * as tenant from './tenant.ts'
import * as web from './web.ts'

/** Attacks that an unprotected service does not survive come last. */
export const ATTACKS: readonly Attack[] = [
  web.notices,
  web.signIns,
  tenant.uniqueItems,
  tenant.emptyBatches,
  tenant.silentWebhooks,
  tenant.slowNames,
  tenant.mails,
  web.pdf,
  caster.pushes,
  caster.guesses,
  caster.halfOpen,
  caster.names,
  tenant.wideCsv,
  tenant.unknownFields,
  caster.refusals,
  caster.chatter,
]
