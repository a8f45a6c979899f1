// Selection of the files that are sent when users of another caster are imported.
import { expect, it } from 'vitest'
import { filesToSend } from '../../web/src/sections/credentials/move/files.ts'

const sent = (format: 'bkg' | 'snip', ...names: string[]) =>
  filesToSend(
    format,
    names.map((name) => ({ name })),
  ).map(({ name }) => name)

it('sends every file of a BKG caster that may restrict a mountpoint', () => {
  const three = ['clientmounts.aut', 'groups.aut', 'users.aut']
  expect(sent('bkg', ...three)).toEqual(three)
  expect(sent('bkg', 'users.aut', 'groups (1).aut', 'clientmounts (1).aut').sort()).toEqual([
    'clientmounts (1).aut',
    'groups (1).aut',
    'users.aut',
  ])
  // Too many files: the unknown one is among those sent, so that the response can name it.
  expect(sent('bkg', ...three, 'x.conf')).toEqual(['x.conf', 'clientmounts.aut', 'groups.aut'])
  expect(sent('bkg', 'whatever')).toEqual(['whatever'])
})

it('sends one file of other casters', () => {
  expect(sent('snip', 'a', 'b')).toEqual(['a'])
  expect(sent('bkg')).toEqual([])
})
