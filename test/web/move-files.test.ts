// Which of the files that somebody chose are sent, when users of another caster are brought over.
import { expect, it } from 'vitest'
import { filesToSend } from '../../web/src/sections/credentials/move/files.ts'

const sent = (format: 'bkg' | 'snip', ...names: string[]) =>
  filesToSend(
    format,
    names.map((name) => ({ name })),
  ).map(({ name }) => name)

it('of a BKG caster none is left aside that may close a mountpoint', () => {
  const three = ['clientmounts.aut', 'groups.aut', 'users.aut']
  expect(sent('bkg', ...three)).toEqual(three)
  expect(sent('bkg', 'users.aut', 'groups (1).aut', 'clientmounts (1).aut').sort()).toEqual([
    'clientmounts (1).aut',
    'groups (1).aut',
    'users.aut',
  ])
  // More than there can be: the answer names one that is not known, so it is among them.
  expect(sent('bkg', ...three, 'x.conf')).toEqual(['x.conf', 'clientmounts.aut', 'groups.aut'])
  expect(sent('bkg', 'whatever')).toEqual(['whatever'])
})

it('of the others it is one', () => {
  expect(sent('snip', 'a', 'b')).toEqual(['a'])
  expect(sent('bkg')).toEqual([])
})
