// Settings that operators change without access to the server: branding, mail, payment and public pages.
import { setLogo, setOperatorSettings } from '../../../actions/network/set-operator.ts'
import type { App } from '../../../base/serving/app.ts'
import { DEFAULT_ACCENT, shadesOf } from '../../../domain/delivery/accent.ts'
import { type LogoTheme, logoAddress } from '../../../domain/delivery/brand.ts'
import {
  DEFAULT_BACKUPS_KEPT,
  effectiveSettings,
  type GivenName,
  type Sender,
  VARIABLES,
} from '../../../domain/operations/settings.ts'
import { readOperatorSettings } from '../../../store/network/operator-settings.ts'
import type { Gate } from '../entrance/gate.ts'
import { acceptPictures, logoIn } from '../kit/picture.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const reading = 'settings.read'
const changing = 'settings.change'

export function operatorSettingsRoutes(parent: App, services: ConsoleServices, gate: Gate): void {
  const { db, given, fallbackSender } = services

  const answer = async () => {
    const stored = await readOperatorSettings(db)
    const now = effectiveSettings(given, stored, null, fallbackSender)
    const variable = (name: GivenName) => (given[name] === null ? null : VARIABLES[name])
    const address = (hash: string | null) => hash && logoAddress(hash)
    return {
      accent: { value: stored.accent, byDefault: DEFAULT_ACCENT, ...shadesOf(now.accent) },
      logo: { light: address(stored.logoHash), dark: address(stored.logoDarkHash) },
      smtp: { variable: variable('smtp'), server: given.smtp ? serverGiven(given.smtp) : serverStored(stored) },
      mailFrom: {
        variable: variable('mailFrom'),
        value: given.mailFrom ? textOf(given.mailFrom) : stored.mailFrom,
        byDefault: textOf(fallbackSender),
      },
      bankDetails: now.bankDetails,
      shop: now.shop,
      statusPage: now.statusPage,
      coveragePage: now.coveragePage,
      mapTiles: now.mapTiles,
      customerLanguage: now.customerLanguage,
      reminderDays: [...now.reminderDays],
      backupKeep: stored.backupKeep ?? DEFAULT_BACKUPS_KEPT,
    }
  }

  parent.register(async (inner) => {
    const app = inner as App
    acceptPictures(app)

    serve(app, 'GET /settings/operator', reading, answer)

    serve(app, 'PATCH /settings/operator', changing, async (request) => {
      const { bankDetails, ...rest } = request.body
      const lines = bankDetails === undefined ? {} : { bankDetails: bankDetails?.join('\n').trim() ?? null }
      await setOperatorSettings({ ...gate.context(request), given }, { ...rest, ...lines })
      return answer()
    })

    serve(app, 'GET /settings/accent', reading, async ({ query }) => ({ ...shadesOf(query.accent) }))

    serve(app, 'POST /settings/logo/:theme', changing, async (request) => {
      await setLogo(gate.context(request), request.params.theme as LogoTheme, logoIn(request))
      return answer()
    })

    serve(app, 'DELETE /settings/logo/:theme', changing, async (request) => {
      await setLogo(gate.context(request), request.params.theme as LogoTheme, null)
      return answer()
    })
  })
}

const textOf = ({ name, address }: Sender) => (name === null ? address : `${name} <${address}>`)

type Given = NonNullable<ConsoleServices['given']['smtp']>

const serverGiven = ({ host, port, secure, ignoreTLS, user, password }: Given) => ({
  host,
  port,
  security: secure ? ('tls' as const) : ignoreTLS ? ('none' as const) : ('starttls' as const),
  user,
  hasPassword: password !== null,
})

const serverStored = ({ smtp, smtpPassword }: Awaited<ReturnType<typeof readOperatorSettings>>) =>
  smtp && { ...smtp, hasPassword: smtpPassword !== null }
