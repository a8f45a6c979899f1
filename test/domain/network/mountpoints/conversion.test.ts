import { describe, expect, it } from 'vitest'
import type { InstalledEquipment } from '../../../../src/domain/network/mountpoints/added-messages.ts'
import { type AlterationInput, normalAlteration } from '../../../../src/domain/network/mountpoints/alteration-input.ts'
import { conversionKey, conversionOf } from '../../../../src/domain/network/mountpoints/conversion.ts'
import type { Station } from '../../../../src/domain/stations/station.ts'

const station = (id: number) => ({ id, code: `S${id}`, lat: 19, lng: -99, frame: null, epoch: null }) as Station
const EQUIPMENT: InstalledEquipment = {
  antenna: { type: 'TRM59800.00', radome: 'SCIT', serial: '1441', up: 0.1 },
  receiver: { type: 'SEPT POLARX5', firmware: '5.5.0', serial: '3021' },
}
const NOTHING = { types: [1013], replaces: false, antenna: null, receiver: null, position: null }
const alterationOf = (added: AlterationInput['added']) => normalAlteration({ added })

describe('the messages of a derived mountpoint', () => {
  const alteration = alterationOf({ types: [1013, 1033], replaces: true })

  it('describe its own station, and no fallback station', () => {
    const converting = { stationId: 1, alteration, equipment: EQUIPMENT }
    expect(conversionOf(converting, station(1)).additions).toMatchObject({
      ...{ types: [1013, 1033], replaces: true, receiver: EQUIPMENT.receiver },
      antenna: { type: 'TRM59800.00     SCIT', serial: '1441' },
    })
    expect(conversionOf(converting, station(2)).additions).toMatchObject(NOTHING)
    expect(conversionOf(converting, null).additions).toMatchObject(NOTHING)
  })

  it('replace no own ones once the record has nothing to send instead', () => {
    const replaces = (equipment: InstalledEquipment | undefined) =>
      conversionOf({ stationId: 1, alteration, equipment }, station(1)).additions!.replaces
    expect([EQUIPMENT, { ...EQUIPMENT, receiver: null }, undefined].map(replaces)).toEqual([true, false, false])
  })
})

describe('the messages of a network mountpoint', () => {
  const alteration = alterationOf({ types: [1008, 1013, 1033] })
  const converting = { stationId: null, alteration, equipmentOfBases: new Map([[1, EQUIPMENT]]) }

  it('describe the base that serves', () => {
    expect(conversionOf(converting, station(1)).additions).toMatchObject({
      types: [1008, 1013, 1033],
      ...{ receiver: EQUIPMENT.receiver, antenna: { serial: '1441' } },
    })
    expect(conversionOf(converting, station(2)).additions).toMatchObject({ antenna: null, receiver: null })
  })

  it('describe no virtual base of an engine', () => {
    expect(conversionOf(converting, null).additions).toMatchObject(NOTHING)
  })

  it('change with the record of the base', () => {
    const later = { ...converting, equipmentOfBases: new Map([[1, { ...EQUIPMENT, receiver: null }]]) }
    expect(conversionKey(later, station(1))).not.toBe(conversionKey(converting, station(1)))
    expect(conversionKey(later, station(2))).toBe(conversionKey(converting, station(2)))
  })
})
