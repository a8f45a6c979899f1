import { readFileSync } from 'node:fs'
import { addCertificate, removeCertificate, requireCertificate } from '../../actions/stations/certificates.ts'
import { readConfig } from '../../base/config/config.ts'
import type { FaultCode } from '../../domain/codes/fault.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { certificateStateAt, fingerprintText } from '../../domain/stations/certificate.ts'
import { listReports } from '../../store/alerts/machines.ts'
import type { Database } from '../../store/kit/database.ts'
import { listCertificatesOf } from '../../store/stations/certificates.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { readLock } from '../../store/stations/sources.ts'
import { en } from '../../words/en.ts'
import { faultText } from '../../words/words.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  onFoundation,
  onOff,
  printJson,
  printList,
  shortTime,
  UsageError,
  verb,
} from '../kit/command.ts'

const USAGE = 'expected add CODE FILE, list CODE, remove CODE FINGERPRINT, require CODE on or require CODE off'
const STATES = { early: 'not valid yet', valid: 'valid', ending: 'expires within 30 days', ended: 'expired' } as const

export const certificate = verb({
  summary: 'manage the client certificates of a station that pushes over TLS',
  more: `add CODE FILE: register a PEM certificate, without its key. It is accepted instead of the password. A station can have two, so that one can replace the other. list CODE: list the registered certificates. remove CODE FINGERPRINT: remove a certificate (its first 8 digits are enough) and disconnect a receiver that uses it; the last valid one cannot be removed while one is required. require CODE on: require a certificate in addition to the password; off: accept either.`,
  args: ['add|list|remove|require', 'CODE', '[FILE|FINGERPRINT|on|off]'],
  flags: { backup: onOff('with add: register it for the second push of the station'), ...asJson },
  async run({ backup, json }, subcommand, code, what) {
    if ((subcommand === 'list') !== (what === undefined)) throw new UsageError(USAGE)
    const act = { add, list, remove, require: demand }[subcommand]
    if (!act || (backup && subcommand !== 'add')) throw new UsageError(USAGE)
    await act({ code, what: what ?? '', backup, json }).catch((error) => explain(error, code))
  },
})

interface Asked {
  readonly code: string
  readonly what: string
  readonly backup: boolean
  readonly json: boolean
}

async function add({ code, what, backup }: Asked): Promise<void> {
  const pem = readText(what)
  await onFoundation(async ({ db }) => {
    const source = backup ? 'backup' : 'first'
    const context = commandContext('station certificate add', { db })
    const { fingerprint, subject, validUntil } = await addCertificate(context, { code }, { pem, source })
    console.log(`certificate ${fingerprintText(fingerprint)}`)
    console.log(`of "${subject}", valid until ${shortTime(validUntil)}, registered for ${code}`)
  })
}

const list = ({ code, json }: Asked): Promise<void> =>
  onFoundation(async ({ db, clock }) => {
    const station = await findStationByCode(db, code)
    if (!station) throw new CommandFailure(`there is no station ${code}`)
    const now = clock()
    const isRequired = (await readLock(db, station.id))?.isCertificateRequired ?? false
    const rows = (await listCertificatesOf(db, station.id)).map((one) => ({
      fingerprint: fingerprintText(one.fingerprint),
      source: one.source,
      subject: one.subject,
      validFrom: one.validFrom,
      validUntil: one.validUntil,
      state: certificateStateAt(one, now),
    }))
    if (json) return printJson({ required: isRequired, certificates: rows })
    printList(
      false,
      rows,
      {
        SOURCE: ({ source }) => source,
        SUBJECT: ({ subject }) => subject,
        UNTIL: ({ validUntil }) => validUntil,
        STATE: ({ state }) => STATES[state],
        FINGERPRINT: ({ fingerprint }) => fingerprint,
      },
      `station ${station.code} has no certificate`,
    )
    if (isRequired || rows.length > 0)
      console.error(isRequired ? 'required in addition to the password' : 'accepted instead of the password')
  })

const remove = ({ code, what }: Asked): Promise<void> =>
  onFoundation(async ({ db }) => {
    const { fingerprint } = await removeCertificate(
      commandContext('station certificate remove', { db }),
      { code },
      what,
    )
    console.log(`certificate ${fingerprintText(fingerprint)} of ${code} removed; a receiver using it is disconnected`)
  })

async function demand({ code, what }: Asked): Promise<void> {
  if (what !== 'on' && what !== 'off') throw new UsageError(USAGE)
  await onFoundation(async ({ db }) => {
    const isRequired = what === 'on'
    if (isRequired && !(await hasTlsPort(db)))
      throw new CommandFailure(
        `no caster has a TLS port, so ${code} could no longer connect: set CASTER_TLS_CERT and CASTER_TLS_KEY, restart the caster, and connect the station over TLS first`,
      )
    const station = await requireCertificate(
      commandContext('station certificate require', { db }),
      { code },
      isRequired,
    )
    console.log(
      isRequired
        ? `station ${station.code} requires a certificate in addition to its password; a receiver without both is disconnected`
        : `station ${station.code} can connect with its password or a certificate`,
    )
  })
}

/**
 * False if the caster of this machine has no TLS port and no caster has reported a certificate, as each caster with a
 * TLS port does. True on a machine without a caster, whose settings say nothing about TLS ports elsewhere.
 */
async function hasTlsPort(db: Database): Promise<boolean> {
  const { roles, casterTls } = readConfig()
  if (!roles.includes('caster') || casterTls !== null) return true
  return (await listReports(db)).some(({ kind }) => kind === 'certificate')
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    throw new CommandFailure(`cannot read ${path}: ${(error as Error).message}`)
  }
}

const CALLED: Readonly<Record<string, string>> = {
  pem: 'FILE',
  fingerprint: 'FINGERPRINT',
  source: 'CODE',
  required: 'CODE',
}

/** The command that fixes the fault. */
const COMMANDS: Partial<Record<FaultCode, string>> = {
  certificate_last: 'certificate require CODE off',
  certificate_without_backup: 'backup CODE push',
}

function explain(error: unknown, code: string): never {
  if (!(error instanceof Refusal) || error.fields.length === 0) throw error
  throw new CommandFailure(
    error.fields
      .map((fault) => {
        const command = COMMANDS[fault.code]?.replace('CODE', code)
        const said = `${CALLED[String(fault.path[0])] ?? fault.path.join('/')}: ${faultText(en, fault)}`
        return command ? `${said} Run "vertice station ${command}".` : said
      })
      .join('\n'),
  )
}
