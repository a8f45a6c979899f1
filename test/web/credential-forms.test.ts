// What the pages send of credentials: what is changed of one.
import { describe, expect, it } from 'vitest'
import { changesOf, valuesOf } from '../../web/src/sections/credentials/bulk/one-values.ts'

describe('what is changed of one', () => {
  const before = valuesOf({
    ...{ label: 'Obra norte', customerName: 'Ana', customerEmail: null, stationId: 3 },
    metadata: { obra: 'Presa', equipo: 'R12' },
  })

  it('is only what differs', () => {
    expect(changesOf(before, before)).toEqual({})
    expect(changesOf({ ...before, customerEmail: ' ana@example.mx ' }, before)).toEqual({
      customerEmail: 'ana@example.mx',
    })
    expect(changesOf({ ...before, label: ' ' }, before)).toEqual({ label: null })
    expect(changesOf({ ...before, label: ' Obra norte ', customerEmail: ' ' }, before)).toEqual({})
    expect(changesOf({ ...before, stationId: null }, before)).toEqual({ stationId: null })
  })

  it('is the pairs as a whole, if one of them is another', () => {
    const typed = before.metadata.map((pair) => (pair.name === 'equipo' ? { ...pair, value: 'R13' } : pair))
    expect(changesOf({ ...before, metadata: typed }, before)).toEqual({ metadata: { obra: 'Presa', equipo: 'R13' } })
    const unnamed = [...before.metadata, { key: 0, name: ' ', value: 'x' }]
    expect(changesOf({ ...before, metadata: unnamed }, before)).toEqual({})
  })
})
