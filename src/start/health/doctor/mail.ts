// Checks the mail server: reachable, TLS as configured, login accepted.
import type { EffectiveSettings } from '../../../domain/operations/settings.ts'
import { MailError, tryToSignIn } from '../../../outbound/mail/transport.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('mail')
const SILENCE_MS = 10_000

export type Mailing = Pick<EffectiveSettings, 'smtp' | 'mailFrom'>

/** `send` also sends a test mail, unless `null`. */
export async function mailFinding({ smtp, mailFrom }: Mailing, send: (() => Promise<string>) | null): Promise<Finding> {
  if (!smtp)
    return warn(
      ['no mail server is configured, so no e-mail is sent', 'no hay servidor de correo, así que no se envían correos'],
      ['set SMTP_URL, or Settings → Mail in the console', 'configúrelo en Ajustes → Correo, o en SMTP_URL'],
    )
  const server = `${smtp.host}, port ${smtp.port}`
  const serverEs = `${smtp.host}, puerto ${smtp.port}`
  try {
    await tryToSignIn(smtp, SILENCE_MS)
    if (send) {
      const said = await send()
      return ok([
        `${server}: accepted an e-mail from ${mailFrom.address}: ${said}`,
        `${serverEs}: aceptó un correo de ${mailFrom.address}: ${said}`,
      ])
    }
  } catch (error) {
    const why = error instanceof MailError ? error.message : String(error)
    return fail(
      [`${server}: ${why}`, `${serverEs}: ${why}`],
      [
        'correct SMTP_URL (host, port, user, password, TLS), or Settings → Mail in the console',
        'corrija Ajustes → Correo, o SMTP_URL (servidor, puerto, usuario, contraseña, TLS)',
      ],
    )
  }
  const isOpen = smtp.user === null
  return ok([
    `${server}: ${isOpen ? 'online' : 'login accepted'}; e-mails are sent from ${mailFrom.address}`,
    `${serverEs}: ${isOpen ? 'en línea' : 'acceso aceptado'}; los correos salen de ${mailFrom.address}`,
  ])
}
