// Push passwords of many stations, from a file and to a file.
import type { KeyedContext } from '../../actions/context.ts'
import { type SetPushPasswords, setPushPasswords, showPushPasswords } from '../../actions/stations/push-passwords.ts'
import { atOnce } from '../../base/running/turns.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { csvLine } from '../../wire/files/csv.ts'
import { type PushPasswordFile, readPushPasswords } from '../../wire/stations/push-passwords.ts'
import { en } from '../../words/en.ts'
import { faultText, placeText } from '../../words/words.ts'
import { CommandFailure, commandContext, onFoundation, onOff, printable, UsageError, verb } from '../kit/command.ts'
import { expectNoFile, writePrivateFile } from '../kit/private-file.ts'
import { bytesOf } from './read-file.ts'

const SHOWN_UNKNOWN = 20

export const secrets = verb({
  summary: 'import or export the push passwords of many stations',
  more: `The file is CSV with the columns mountpoint and password (codigo is ignored), as "secrets export" writes it, or source.auth of a Millipede caster. An import is all or nothing, and can be repeated. Stations that have another password keep it unless you add --replace.`,
  args: ['import|export', 'FILE'],
  flags: {
    replace: onOff('import: replace passwords that stations already have; their receivers need the new one'),
    'skip-unknown': onOff('import: skip mountpoints that no station has'),
    overwrite: onOff('export: replace an existing file'),
  },
  run: ({ replace, 'skip-unknown': skipUnknown, overwrite }, direction, path) =>
    onFoundation(async ({ db, keys }) => {
      const context = commandContext(`station secrets ${direction}`, { db, keys })
      if (direction === 'export') return exportTo(context, path, overwrite === true)
      if (direction !== 'import') throw new UsageError('expected import or export')
      const file = atOnce(readPushPasswords(bytesOf(path)))
      const done = await importPushPasswords(context, file, path, {
        skipsUnknown: skipUnknown === true,
        replaces: replace === true,
      })
      printImported(file, done)
    }),
})

async function exportTo(context: KeyedContext, path: string, overwrite: boolean): Promise<void> {
  if (!overwrite) expectNoFile([path])
  const shown = await showPushPasswords(context)
  const lines = shown.map(({ code, mountpoint, password }) => csvLine([code, mountpoint, password]))
  await writePrivateFile(path, [csvLine(['codigo', 'mountpoint', 'password']), ...lines])
  console.log(`the push passwords of ${shown.length} stations were written to ${path}, which only you can read`)
}

/** Adds the line of the file to each fault. */
export async function importPushPasswords(
  context: KeyedContext,
  { given, places, faults }: PushPasswordFile,
  path: string,
  options: { readonly skipsUnknown: boolean; readonly replaces: boolean },
): Promise<SetPushPasswords> {
  try {
    return await setPushPasswords(context, given, { ...options, found: faults })
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields.length === 0) throw error
    const inOrder = [...error.fields].sort((a, b) => Number(a.path[0]) - Number(b.path[0]))
    const lines = inOrder.map((found) => `  ${placeText(en, places[Number(found.path[0])]!)}: ${faultText(en, found)}`)
    const hints = [
      ...(inOrder.some(({ code }) => code === 'push_password_other')
        ? ['"station secrets import --replace" replaces them']
        : []),
      ...(inOrder.some(({ code }) => code === 'unknown_mountpoint')
        ? ['--skip-unknown skips unknown mountpoints']
        : []),
    ]
    const hint = hints.length > 0 ? `\n${hints.join('; ')}` : ''
    const said = [`nothing was imported from ${path}:`, ...lines].map(printable).join('\n')
    throw new CommandFailure(`${said}${hint}`)
  }
}

export function printImported({ wildcards }: PushPasswordFile, done: SetPushPasswords): void {
  const { added, replaced, unchanged, unknown, weak } = done
  const rest = unknown.length > SHOWN_UNKNOWN ? ', …' : ''
  if (unknown.length > 0)
    console.error(
      printable(`skipped ${unknown.length} unknown mountpoints: ${unknown.slice(0, SHOWN_UNKNOWN).join(', ')}${rest}`),
    )
  if (wildcards.length > 0)
    console.error(
      'note: the line "*" was skipped. Here only registered stations can push: add a station for each of them',
    )
  if (weak > 0) console.error(`note: ${weak} passwords are short or simple; replace them when you visit the receivers`)
  console.log(`push passwords: ${added} added, ${replaced} replaced, ${unchanged} unchanged`)
}
