import { expect, it } from 'vitest'
import { normalAlteration } from '../../../../src/domain/network/mountpoints/alteration-input.ts'
import {
  defaultNetworkMountpoint,
  networkFor,
  networkFrameFaults,
  networkMessageFaults,
  networkMountpointFaults,
} from '../../../../src/domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../../../src/domain/network/network.ts'
import type { Station } from '../../../../src/domain/stations/station.ts'

const codes = (faults: readonly { readonly code: string }[]) => faults.map(({ code }) => code)

it.each([
  ['a name with a space', { name: 'MI RED' }, ['mountpoint_form']],
  ['an engine that is no address', { engine: 'vrs.example.mx' }, ['upstream_form']],
  ['an unknown form', { alteration: { form: 'msm9' } }, ['not_one_of']],
  ['a label with a semicolon', { label: 'a;b' }, ['line_form']],
  ['an added position', { alteration: { added: { types: [1005], position: [0, 0, 6_378_000] } } }, ['not_one_of']],
  ['an added antenna and receiver', { alteration: { added: { types: [1008, 1033, 1230] } } }, []],
  ['an added announcement', { alteration: { added: { types: [1013, 1029], text: 'Friday' } } }, []],
  ['the nearest base', { name: 'RED-2', engine: null, groupId: null, isOpen: true }, []],
] as const)('checks %s', (_, change, expected) => {
  expect(codes(networkMountpointFaults(change as never))).toEqual(expected)
})

it('rejects a frame that the engine or one of its stations cannot announce', () => {
  const alteration = normalAlteration({ announced: { frame: 'itrf2014', epoch: 2026.5 } })
  const station = (code: string, more: Partial<Station> = {}) =>
    ({ code, lat: 19, lng: -99, frame: 'mexico-itrf2008', epoch: 2010, velocity: [1, 2, 3], ...more }) as Station
  const faultsOf = (engine: string | null, ...stations: Station[]) =>
    networkFrameFaults({ alteration, engine }, stations).map(({ code, path }) => [code, path.join('.')])
  expect(faultsOf(null, station('A'), station('B'))).toEqual([])
  expect(faultsOf('ntrip://vrs')).toEqual([['frame_of_engine', 'alteration.announced.frame']])
  expect(faultsOf(null, station('A'), station('B', { frame: null }))).toEqual([
    ['station_frame_unknown', 'alteration.announced.frame'],
  ])
  const [unmoved] = networkFrameFaults({ alteration, engine: null }, [station('C', { velocity: null })])
  expect(unmoved).toMatchObject({ code: 'velocity_unknown', params: { code: 'C' } })
  expect(networkFrameFaults({ alteration: normalAlteration({}), engine: 'ntrip://vrs' }, [])).toEqual([])
})

it('rejects messages for which the record of one of its stations lacks facts', () => {
  const alteration = normalAlteration({ added: { types: [1008, 1033] } })
  const [known, unknown] = [{ id: 1, code: 'A' } as Station, { id: 2, code: 'B' } as Station]
  const antenna = { type: 'TRM59800.00', radome: 'SCIT', serial: '1', up: null }
  const equipment = new Map([
    [1, { antenna, receiver: { type: 'TRIMBLE ALLOY', firmware: '', serial: '' } }],
    [2, { antenna, receiver: null }],
  ])
  const faultsOf = (...stations: Station[]) => networkMessageFaults({ alteration }, stations, equipment)
  expect(faultsOf(known)).toEqual([])
  expect(faultsOf(known, unknown)).toMatchObject([
    { code: 'receiver_unknown', path: ['alteration', 'added', 'types'], params: { code: 'B' } },
  ])
  const other = { id: 3, code: 'C' } as Station
  expect(codes(faultsOf(other))).toEqual(['antenna_unknown', 'receiver_unknown'])
  expect(faultsOf(known, unknown, other).map(({ params }) => (params as { code: string }).code)).toEqual([
    'B',
    'C',
    'C',
  ])
  expect(faultsOf(...Array(30).fill(unknown))).toHaveLength(10)
  expect(networkMessageFaults({ alteration: normalAlteration({}) }, [unknown], equipment)).toEqual([])
})

it('is named to credentials of its group, if it is protected and the oldest', () => {
  const network = { mountpoint: 'RED', upstream: null, engineAnswers: false, datum: 'WGS 84' } as Network
  const own = defaultNetworkMountpoint(network)
  const networks = [
    own,
    { ...own, ...{ id: 3, name: 'NEWER', groupId: 5 } },
    { ...own, ...{ id: 1, name: 'FREE', groupId: 5, isOpen: true } },
    { ...own, ...{ id: 2, name: 'PREMIUM', groupId: 5, engine: 'ntrip://vrs', engineAnswers: true } },
  ]
  const book = { network, networks }
  expect(networkFor(5, book)).toMatchObject({ mountpoint: 'PREMIUM', upstream: 'ntrip://vrs', engineAnswers: true })
  expect([networkFor(null, book), networkFor(6, book)]).toEqual([network, network])
})
