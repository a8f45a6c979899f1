import { describe, expect, it } from 'vitest'
import { RECEIVERS } from '../../../../src/domain/delivery/receivers/catalogue.ts'
import {
  convertedMountpoints,
  suitableMountpoint,
} from '../../../../src/domain/delivery/receivers/suitable-mountpoint.ts'
import { type Alteration, NOTHING_ALTERED } from '../../../../src/domain/network/mountpoints/alteration.ts'
import { defaultNetworkMountpoint } from '../../../../src/domain/network/mountpoints/network-mountpoint.ts'

const altered = (change: Partial<Alteration>): Alteration => ({ ...NOTHING_ALTERED, ...change })

const made = (name: string, stationId: number, change: Partial<Alteration>) => ({
  ...{ id: 1, name, stationId, label: null, isOpen: false, createdAt: new Date(0) },
  alteration: altered(change),
})

describe('converted mountpoints', () => {
  it('are those that change nothing but the form', () => {
    const found = convertedMountpoints([
      made('OLD', 1, { form: 'legacy' }),
      made('LIGHT', 1, { form: 'msm4', stationNumber: 5 }),
      made('ALIAS', 1, {}),
      made('SLOW', 1, { form: 'legacy', everySeconds: 30 }),
      made('MOVED', 1, {
        form: 'legacy',
        announced: { frame: 'itrf2014', epoch: 2026.5, datum: 'ITRF2014 época 2026.5' },
      }),
      made('FEW', 1, { form: 'legacy', messages: { rule: 'keep', types: [1004] } }),
      made('GPS', 1, { form: 'msm4', constellations: ['GPS'] }),
      { ...defaultNetworkMountpoint({ mountpoint: 'RED' }), name: 'RED-OLD', alteration: altered({ form: 'legacy' }) },
      defaultNetworkMountpoint({ mountpoint: 'RED' }),
    ])
    expect(found).toEqual([
      { name: 'OLD', form: 'legacy', isNetwork: false },
      { name: 'LIGHT', form: 'msm4', isNetwork: false },
      { name: 'RED-OLD', form: 'legacy', isNetwork: true },
    ])
  })
})

describe('the suitable mountpoint', () => {
  const station = {
    ...{ mountpoint: 'CDMX', format: 'RTCM 3.2', station: {}, converted: [] },
    credential: { placeLat: null as number | null },
  }
  const network = { ...station, mountpoint: 'RED', station: null }
  const legacy = { name: 'CDMX_OLD', form: 'legacy', isNetwork: false } as const
  const light = { name: 'CDMX_MSM4', form: 'msm4', isNetwork: false } as const

  it('is the credential’s own for a receiver that reads MSM', () => {
    expect(suitableMountpoint(RECEIVERS.ublox, { ...station, converted: [legacy, light] })).toEqual({
      mountpoint: 'CDMX',
      advice: { kind: 'own' },
      positionDoubt: null,
    })
  })

  it('has 1004 and 1012 for a receiver without MSM', () => {
    const suitable = suitableMountpoint(RECEIVERS.older, { ...station, converted: [light, legacy] })
    expect(suitable).toMatchObject({ mountpoint: 'CDMX_OLD', advice: { kind: 'legacy', mountpoints: ['CDMX_OLD'] } })
  })

  it('is missing, and said to be, if no mountpoint has them', () => {
    expect(suitableMountpoint(RECEIVERS.older, station)).toMatchObject({
      mountpoint: 'CDMX',
      advice: { kind: 'no_legacy' },
    })
    for (const format of ['RTCM 3.0', 'RTCM 3.1', 'RTCM3.1'])
      expect(suitableMountpoint(RECEIVERS.older, { ...station, format }).advice.kind).toBe('own')
    expect(suitableMountpoint(RECEIVERS.older, { ...station, format: 'RTCM 3.10' }).advice.kind).toBe('no_legacy')
  })

  it('is a smaller stream for a receiver that falls behind, if there is one', () => {
    expect(suitableMountpoint(RECEIVERS.johndeere, { ...station, converted: [light] }).mountpoint).toBe('CDMX_MSM4')
    expect(suitableMountpoint(RECEIVERS.johndeere, station).advice.kind).toBe('own')
  })

  it('does not replace the network mountpoint, which is not of one station', () => {
    expect(suitableMountpoint(RECEIVERS.older, { ...network, converted: [legacy] })).toMatchObject({
      mountpoint: 'RED',
      advice: { kind: 'legacy', mountpoints: ['CDMX_OLD'] },
    })
  })

  it('is a network mountpoint with 1004 and 1012 for a credential of the network', () => {
    const networkLegacy = { ...legacy, name: 'RED_OLD', isNetwork: true }
    expect(suitableMountpoint(RECEIVERS.older, { ...network, converted: [legacy, networkLegacy] })).toMatchObject({
      mountpoint: 'RED_OLD',
      advice: { kind: 'legacy', mountpoints: ['RED_OLD'], isFor: 'all' },
      positionDoubt: 'unknown',
    })
  })

  it('comes with a warning if it needs a position that the receiver may not send', () => {
    const doubtOf = (key: keyof typeof RECEIVERS, choices = network) =>
      suitableMountpoint(RECEIVERS[key], choices).positionDoubt
    expect(doubtOf('fjd')).toBe('unknown')
    expect(doubtOf('bnc')).toBe('typed')
    expect(doubtOf('septentrio')).toBeNull()
    expect(doubtOf('leica')).toBeNull()
    expect(doubtOf('fjd', { ...network, credential: { placeLat: 19.4 } })).toBeNull()
    expect(doubtOf('fjd', station as never)).toBeNull()
  })
})
