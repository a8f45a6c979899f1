// Where data are kept when nobody said it.
import { homedir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { dataFolder } from '../../../src/base/config/data-folder.ts'

const among = (values: Record<string, string>) => (name: string) => values[name] ?? null

it('in a checkout they lie in it, whatever the environment says', () => {
  expect(dataFolder(among({ STATE_DIRECTORY: '/var/lib/x', XDG_DATA_HOME: '/x' }), { release: false })).toBe('data')
})

describe('of a release they are', () => {
  const of = (root: boolean, values: Record<string, string> = {}) => dataFolder(among(values), { release: true, root })

  it('where systemd says, the first of what it says', () => {
    expect(of(true, { STATE_DIRECTORY: '/var/lib/a:/var/lib/b' })).toBe('/var/lib/a')
    expect(of(false, { STATE_DIRECTORY: '/var/lib/a', XDG_DATA_HOME: '/data' })).toBe('/var/lib/a')
  })

  it('the machine’s for root', () => expect(of(true, { XDG_DATA_HOME: '/data' })).toBe('/var/lib/vertice'))

  it('the user’s for everybody else', () => {
    expect(of(false, { XDG_DATA_HOME: '/data' })).toBe('/data/vertice')
    expect(of(false)).toBe(`${homedir()}/.local/share/vertice`)
  })
})
