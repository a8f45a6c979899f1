// What a person reads who was not let in. Both languages: the caster does not know whose screen it is.
import type { RefusalReason } from '../domain/sessions/admission.ts'

export const REFUSAL_WORDS: Record<RefusalReason, string> = {
  no_credentials: 'User and password are needed. / Faltan usuario y contraseña.',
  unknown_user: 'Unknown user. / Usuario desconocido.',
  bad_password: 'Wrong password. / Contraseña incorrecta.',
  not_started: 'This credential is not in force yet. / Esta credencial aún no inicia.',
  expired: 'This credential has expired. / Esta credencial ya venció.',
  revoked: 'This credential was revoked. / Esta credencial fue revocada.',
  wrong_mountpoint: 'This credential is for another mountpoint. / Esta credencial es para otro mountpoint.',
  unknown_mountpoint: 'No such mountpoint. / No existe ese mountpoint.',
  too_many_sessions: 'This credential is in use already. / Esta credencial ya está en uso.',
  outside_coverage: 'No station covers this position. / Ninguna estación cubre esta posición.',
  base_down: 'The base station is down. / La estación base no transmite.',
  unavailable: 'Try again in a moment. / Intente de nuevo en un momento.',
}
