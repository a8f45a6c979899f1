import { describe, expect, it } from 'vitest'
import { atOnce } from '../../src/base/running/turns.ts'
import { readCredentialFile } from '../../src/wire/credentials/file.ts'
import { readOwnCsv } from '../../src/wire/credentials/import/csv.ts'

/** The parsed value of a cell and the faults of its line. */
type Read = (columns: string, cells: string) => { readonly found: object; readonly faults: readonly unknown[] }

const issued: Read = (columns, cells) => {
  const [row] = atOnce(readCredentialFile(`dias,${columns}\n30,${cells}\n`))
  return { found: row!.request, faults: row!.problems.map(({ field, code }) => [field, code]) }
}
const imported: Read = (columns, cells) => {
  const [user] = atOnce(readOwnCsv('f', Buffer.from(`usuario,password,${columns}\na,b,${cells}\n`), 10)).users
  return { found: user!, faults: user!.faults.map(({ field, code }) => [field, code]) }
}

describe.each([
  ['to issue', issued],
  ['to import', imported],
])('a file of credentials %s', (_, read) => {
  it.each([
    ['max_sesiones', '3', { maxSessions: 3 }],
    ['sesiones', '3', { maxSessions: 3 }],
    ['sessions', '3', { maxSessions: 3 }],
    ['si_llena', 'Rechazar', { whenFull: 'refuse' }],
    ['lat,lng', '"19,5",-99.1', { place: { lat: 19.5, lng: -99.1 } }],
    ['etiqueta', "'=Obra", { label: '=Obra' }],
    ['correo', 'a@example.mx', { customerEmail: 'a@example.mx' }],
    ['metadatos', 'obra=Norte; equipo=R12', { metadata: { obra: 'Norte', equipo: 'R12' } }],
    ['geocerca,en_base', '"19.4,-99.1,20",cortar', { fence: { shape: 'circle', radiusKm: 20, onBase: 'cut' } }],
  ])('accepts %s: %s', (columns, cells, expected) => {
    const { found, faults } = read(columns, cells)
    expect(faults).toEqual([])
    expect(found).toMatchObject(expected)
  })

  it.each([
    ['lat,lng', '0x10,1', ['lat', 'number_range']],
    ['lat,lng', '1e1,1', ['lat', 'number_range']],
    ['lat,lng', '91,1', ['lat', 'number_range']],
    ['lat,lng', '19,', ['lng', 'missing']],
    ['grupo', 'g'.repeat(61), ['grupo', 'too_long']],
    ['label', 'a\u0007b', ['label', 'control_characters']],
    ['cliente_email', 'nobody', ['cliente_email', 'wrong_format']],
    ['max_sesiones', '0', ['max_sesiones', 'not_whole_number']],
    ['si_llena', 'maybe', ['si_llena', 'not_one_of']],
    ['en_base', 'cortar', ['geocerca', 'missing']],
    ['segundos,días', '3600,1', ['dias', 'both_validities']],
  ])('rejects %s: %s', (columns, cells, fault) => {
    if (columns.includes('segundos') && read === issued)
      return expect(issued('segundos', '3600').faults).toEqual([fault])
    expect(read(columns, cells).faults).toEqual([fault])
  })
})

it.each(['1', '0', 'sí', 'no', 'TRUE', 'false'])('accepts the same words for yes and no: %s', (word) => {
  const isYes = ['1', 'sí', 'TRUE'].includes(word)
  expect(issued('enviar_email', word)).toMatchObject({ found: { sendEmail: isYes }, faults: [] })
  expect(imported('suspendida', word)).toMatchObject({ found: { suspended: isYes }, faults: [] })
})
