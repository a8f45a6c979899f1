import { describe, expect, it } from 'vitest'
import { changesOf, valuesOf } from '../../web/src/sections/credentials/bulk/one-values.ts'
import { issuedFor, issuePath } from '../../web/src/sections/credentials/customers/path.ts'

describe('another credential for a customer', () => {
  const openedAt = (path: string) => issuedFor(new URL(path, 'https://rtk.example.mx').searchParams)

  it("is issued for the customer's organisation too", () => {
    const path = issuePath({ ownerId: 7, name: 'Peña & Hijos', email: 'ana+rtk@example.mx' })
    expect(openedAt(path)).toEqual({
      ownerId: 7,
      customerName: 'Peña & Hijos',
      customerEmail: 'ana+rtk@example.mx',
    })
    expect(openedAt(issuePath({ ownerId: 7, name: null, email: null }))).toMatchObject({ ownerId: 7 })
  })

  it('has no customer if it was not opened from a customer’s page', () => {
    const nobody = { ownerId: null, customerName: '', customerEmail: '' }
    expect(openedAt('/credentials/new')).toEqual(nobody)
    expect(openedAt('/credentials/new?forOwner=mine')).toEqual(nobody)
  })
})

describe('the changes of a credential', () => {
  const before = valuesOf({
    ...{ label: 'Obra norte', customerName: 'Ana', customerEmail: null, stationId: 3, groupId: null },
    metadata: { obra: 'Presa', equipo: 'R12' },
  })

  it('contain only the fields that differ', () => {
    expect(changesOf(before, before)).toEqual({})
    expect(changesOf({ ...before, customerEmail: ' ana@example.mx ' }, before)).toEqual({
      customerEmail: 'ana@example.mx',
    })
    expect(changesOf({ ...before, label: ' ' }, before)).toEqual({ label: null })
    expect(changesOf({ ...before, label: ' Obra norte ', customerEmail: ' ' }, before)).toEqual({})
    expect(changesOf({ ...before, stationId: null }, before)).toEqual({ stationId: null })
  })

  it('contain all metadata pairs if one of them differs', () => {
    const typed = before.metadata.map((pair) => (pair.name === 'equipo' ? { ...pair, value: 'R13' } : pair))
    expect(changesOf({ ...before, metadata: typed }, before)).toEqual({ metadata: { obra: 'Presa', equipo: 'R13' } })
    const unnamed = [...before.metadata, { key: 0, name: ' ', value: 'x' }]
    expect(changesOf({ ...before, metadata: unnamed }, before)).toEqual({})
  })
})
