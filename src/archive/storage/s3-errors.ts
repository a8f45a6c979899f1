// Why a request to a bucket failed, and what an operator can do.

export type BucketFaultCode =
  | 'no_file'
  | 'no_bucket'
  | 'unknown_key'
  | 'wrong_secret'
  | 'denied'
  | 'clock'
  | 'region'
  | 'unreachable'
  | 'other'

export interface BucketFault {
  readonly code: BucketFaultCode
  readonly what: readonly [en: string, es: string]
  readonly todo: readonly [en: string, es: string]
}

export class BucketError extends Error {
  readonly fault: BucketFault
  /** Whether a retry can succeed without a change of the settings. */
  readonly isTransient: boolean

  constructor(fault: BucketFault, isTransient: boolean) {
    super(`${fault.what[0]}: ${fault.todo[0]}`)
    this.fault = fault
    this.isTransient = isTransient
  }
}

interface Place {
  readonly place: string
  readonly bucket: string
  readonly url: string
  readonly region: string
}

interface Answer {
  readonly status: number
  /** Code of the protocol; empty if the answer has none. */
  readonly code: string
  readonly message: string
  /** The region that the server expects, if it names one. */
  readonly region: string | null
}

export function faultInAnswer(status: number, xml: string): Answer {
  const text = (tag: string) => new RegExp(`<${tag}>([^<]{0,200})`).exec(xml)?.[1] ?? ''
  return { status, code: text('Code'), message: text('Message'), region: text('Region') || null }
}

export function bucketFaultOf({ status, code, message, region }: Answer, at: Place): BucketFault {
  switch (code) {
    case 'NoSuchKey':
      return fault('no_file', ['the file does not exist', 'el archivo no existe'], CHECK)
    case 'NoSuchBucket':
      return fault(
        'no_bucket',
        [`the bucket ${at.bucket} does not exist`, `el bucket ${at.bucket} no existe`],
        ['create it, or correct ARCHIVE_URL', 'créelo o corrija ARCHIVE_URL'],
      )
    case 'InvalidAccessKeyId':
      return fault(
        'unknown_key',
        ['the server does not know the key', 'el servidor no conoce la clave'],
        ['correct AWS_ACCESS_KEY_ID, or create the key', 'corrija AWS_ACCESS_KEY_ID o cree la clave'],
      )
    case 'SignatureDoesNotMatch':
      return fault(
        'wrong_secret',
        ['the secret does not belong to the key', 'el secreto no corresponde a la clave'],
        ['correct AWS_SECRET_ACCESS_KEY', 'corrija AWS_SECRET_ACCESS_KEY'],
      )
    case 'RequestTimeTooSkewed':
      return fault(
        'clock',
        [
          "the clocks of this machine and the bucket's server differ by more than 15 minutes",
          'los relojes de este equipo y del servidor del bucket difieren más de 15 minutos',
        ],
        ['enable NTP on this machine', 'active NTP en este equipo'],
      )
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return fault(
        'region',
        [
          `the bucket is not in the region ${at.region}${region ? ` but in ${region}` : ''}`,
          `el bucket no está en la región ${at.region}${region ? `, sino en ${region}` : ''}`,
        ],
        ['correct region and endpoint in ARCHIVE_URL', 'corrija region y endpoint en ARCHIVE_URL'],
      )
    case 'AccessDenied':
      return fault(
        'denied',
        [`the key may not use ${at.place}`, `la clave no tiene permiso en ${at.place}`],
        ['allow the key to read, write, list and delete objects', 'permita a la clave leer, escribir, listar y borrar'],
      )
  }
  if (status === 404 && code === '') return fault('no_file', ['the file does not exist', 'el archivo no existe'], CHECK)
  const said = [status, code, message].filter(Boolean).join(' ')
  return fault(
    'other',
    [`the server of ${at.place} answered ${said}`, `el servidor de ${at.place} respondió ${said}`],
    CHECK,
  )
}

export function unreachable({ url }: Place, error: Error & { readonly code?: string }): BucketFault {
  const { origin } = new URL(url)
  const why = error.message || error.code || error.name
  return fault(
    'unreachable',
    [`${origin} cannot be reached (${why})`, `no se alcanza ${origin} (${why})`],
    ['check the network and the endpoint in ARCHIVE_URL', 'revise la red y el endpoint en ARCHIVE_URL'],
  )
}

const CHECK = [
  'check ARCHIVE_URL and the log of that server',
  'revise ARCHIVE_URL y el registro de ese servidor',
] as const

const fault = (code: BucketFaultCode, what: BucketFault['what'], todo: BucketFault['todo']): BucketFault => ({
  code,
  what,
  todo,
})
