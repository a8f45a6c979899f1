import { addHost, removeHost } from '../../actions/alerts/hosts/change.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { Language } from '../../domain/people/user.ts'
import { listHostsOf } from '../../store/alerts/hosts.ts'
import type { Database } from '../../store/kit/database.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { en } from '../../words/en.ts'
import { faultText } from '../../words/words.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  oneOf,
  onFoundation,
  printList,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'
import { emailIn } from '../kit/values.ts'

const USAGE = 'expected add CODE EMAIL --name NAME, list CODE or remove CODE EMAIL'

export const host = verb({
  summary: 'manage the hosts of a station, who follow only that station',
  more: 'add CODE EMAIL --name NAME: mail a confirmation link. Once confirmed, the host gets an e-mail if the station goes offline, a report each month, and a page of their own. Repeat it to mail the link again. list CODE: list the hosts. remove CODE EMAIL: delete a host and the mails to them.',
  args: ['add|list|remove', 'CODE', '[EMAIL]'],
  flags: {
    name: text('NAME', 'with add: name of the host, for the greeting'),
    language: oneOf(['es', 'en'], 'with add: language of the mails; Spanish by default'),
    ...asJson,
  },
  async run({ name, language = 'es', json }, subcommand, code, email) {
    if ((subcommand === 'list') !== (email === undefined)) throw new UsageError(USAGE)
    if ((subcommand === 'add') !== (name !== undefined)) throw new UsageError(USAGE)
    if (subcommand === 'list') return list(code, json)
    if (subcommand === 'add') return add(code, { name: name!, email: emailIn(email!, 'EMAIL'), language })
    if (subcommand === 'remove') return remove(code, emailIn(email!, 'EMAIL'))
    throw new UsageError(USAGE)
  },
})

const list = (code: string, json: boolean): Promise<void> =>
  onFoundation(async ({ db }) =>
    printList(
      json,
      await hostsOf(db, code),
      {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        EMAIL: ({ email }) => email,
        CONFIRMED: ({ confirmedAt }) => confirmedAt,
        'LAST REPORT': ({ reportedMonth }) => reportedMonth,
      },
      'no hosts',
    ),
  )

const add = (code: string, input: { readonly name: string; readonly email: string; readonly language: Language }) =>
  onFoundation(async ({ db }) => {
    const context = commandContext('station host add', { db })
    await addHost(context, { code }, input).catch((error) => {
      if (!(error instanceof Refusal) || error.fields.length === 0) throw error
      throw new CommandFailure(error.fields.map((field) => faultText(en, field)).join('\n'))
    })
    console.log(
      `confirmation queued for ${input.email}; "vertice station host list ${code}" shows whether it was confirmed`,
    )
  })

const remove = (code: string, email: string) =>
  onFoundation(async ({ db }) => {
    const found = (await hostsOf(db, code)).find((one) => one.email.toLowerCase() === email.toLowerCase())
    if (!found) throw new Refusal('host_not_found')
    await removeHost(commandContext('station host remove', { db }), found.stationId, found.id)
    console.log(`host removed from ${code}`)
  })

async function hostsOf(db: Database, code: string) {
  const station = await findStationByCode(db, code)
  if (!station) throw new CommandFailure(`there is no station ${code}`)
  return (await listHostsOf(db, station.id)).map(({ key, ...shown }) => shown)
}
