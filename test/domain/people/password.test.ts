import { beforeAll, describe, expect, it } from 'vitest'
import { readCommonPasswords } from '../../../src/base/passwords/common-passwords.ts'
import { type Personal, passwordFault } from '../../../src/domain/people/password.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { measuresTime } from '../../support/loop-watch.ts'

const ANA: Personal = {
  email: 'a.robledo@geosur.example',
  name: 'Ana María Robledo',
  service: ['Vértice', 'Red del Bajío'],
}

let isCommon: (word: string) => boolean
beforeAll(async () => {
  isCommon = await readCommonPasswords()
})
const faultOf = (password: string) => passwordFault(password, ANA, isCommon)?.code ?? null

describe('a rejected password', () => {
  it.each([
    'password1234',
    'Password2026!',
    'P@ssw0rd1234',
    'contraseña123',
    'Contrasena2026',
    'guadalajara2026',
    'Administrador1!',
    'bienvenido123',
    'mexico2026mexico',
    'chivas1234567890',
    '1qaz2wsx3edc',
    'qwertyuiop12',
    'unbelievable',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    '123456789012',
    '098765432109',
    '2026-2026-2026',
    'iloveyouiloveyou',
    '!!!!!!!!!!!!!!',
    'Password123456!',
    'Qwerty123456!',
    'Contraseña123456!',
    'Admin123456!',
    'Hola123456789!',
    'Guadalajara-123456',
    'Admin@1234567',
    'Mexico20262027',
    'Password2026123456',
    '#Password#!!**!!',
    '654321-Contraseña-1990',
  ])('is common, or built on a common one: %s', (password) => expect(faultOf(password)).toBe('password_common'))

  it.each([
    'a.robledo@geosur.example',
    'ROBLEDO-tiene-un-perro',
    'r0bled0 tiene un perro',
    'mi maria cocina bien',
    'geosur cuarenta lunas',
    'vertice verde limón',
    'la VÉRTICE de siempre',
    'red del bajio y otras',
  ])('contains data of its user: %s', (password) => expect(faultOf(password)).toBe('password_personal'))

  it('is too short or too long', () => {
    expect(faultOf('k7#mQ2$xp9!')).toBe('too_short')
    expect(faultOf('tlacuache '.repeat(26))).toBe('too_long')
  })
})

describe('an accepted password', () => {
  it.each([
    'correct horse battery',
    'another one entirely',
    'tlacuache morado canta',
    'tres nopales y un tren',
    'Kp7$wQz9mNx2',
    '7391 8264 0517 3',
    '83#91!27love55&',
    'tlacuache 20262027',
    'hola amiga 123456!',
    'v9T-4hq_B2.xw',
    '482915730664',
    'k7#mQ2$xp9!é',
  ])('%s', (password) => expect(faultOf(password)).toBeNull())
})

it('checks any password quickly', measuresTime(), () => {
  const worst = [
    'a1'.repeat(128),
    'p4$5w0rd'.repeat(32),
    '1!il|0oo5$ss'.repeat(21),
    '1'.repeat(256),
    `${'ab'.repeat(127)}c`,
  ]
  const milliseconds = cpuMsOf(() => {
    for (const password of worst) faultOf(password)
  })
  expect(milliseconds / worst.length).toBeLessThan(50)
})
