import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Base, Bases, type Following } from '../../../src/domain/network/base-following.ts'
import { anyPlace, kmBetween, type Place, placeAround, placeFrom } from '../reference-sphere.ts'

const NEARER_KM = 0.5
const CDMX = { lat: 19.4326, lng: -99.1332 }

let lastId = 0
const base = (place: Place, more: Partial<Base> = {}): Base => ({
  ...place,
  id: ++lastId,
  radiusKm: 50,
  alive: true,
  flows: true,
  stable: true,
  ...more,
})
const DEAD = { alive: false, flows: false, stable: false }
const BROKE_OFF = { alive: true, flows: false, stable: false }
const at = (km: number, azimuth = 90) => placeFrom(CDMX, azimuth, km)

/** The rule, applied to every base. */
function obvious(bases: readonly Base[], position: Place, currentId: number | null): Following {
  const reaching = bases
    .map((one) => ({ one, km: kmBetween(position, one) }))
    .filter(({ one, km }) => km <= one.radiusKm)
    .sort((a, b) => a.km - b.km)
  const nearest = (wanted: (one: Base) => boolean) => reaching.find(({ one }) => wanted(one)) ?? null
  const current = reaching.find(({ one }) => one.id === currentId && one.alive)
  const stable = nearest((one) => one.stable)
  if (current) {
    const clearly = stable && current.km - stable.km > NEARER_KM && current.km - stable.km > current.km * 0.05
    return { base: current.one, nearer: clearly ? stable.one : null }
  }
  const found = stable ?? nearest((one) => one.flows) ?? nearest((one) => one.alive)
  if (found) return { base: found.one, nearer: null }
  return { base: null, why: reaching.length > 0 ? 'base_down' : 'outside_coverage' }
}

const states = fc.constantFrom(
  { alive: true, flows: true, stable: true },
  { alive: true, flows: true, stable: false },
  { alive: true, flows: false, stable: false },
  { alive: false, flows: false, stable: false },
)

describe('the base of a network rover', () => {
  it('matches a full scan, for any bases, states, position and current base', () => {
    const radius = fc.constantFrom(1, 5, 20, 50, 120, 400)
    const question = anyPlace.chain((centre) =>
      fc.record({
        position: fc.oneof(fc.constant(centre), placeAround(centre, 60)),
        places: fc.array(
          fc.record({
            place: fc.oneof(placeAround(centre, 12), placeAround(centre, 150), anyPlace),
            radiusKm: radius,
            state: states,
          }),
          { maxLength: 40 },
        ),
        current: fc.option(fc.nat(45)),
      }),
    )
    fc.assert(
      fc.property(question, ({ position, places, current }) => {
        const bases = places.map(({ place, radiusKm, state }, id) => ({ ...place, id, radiusKm, ...state }))
        const found = new Bases(bases).follow(position, current, NEARER_KM)
        const expected = obvious(bases, position, current)
        // Two bases may have the same position: either is correct.
        const outline = (following: Following) =>
          following.base === null
            ? following.why
            : [
                kmBetween(position, following.base),
                following.base.stable,
                following.base.id === current,
                following.nearer && kmBetween(position, following.nearer),
              ]
        expect(outline(found)).toEqual(outline(expected))
      }),
      { numRuns: 2000 },
    )
  })

  it('knows a clearly nearer base if it is nearer by the limit of the network', () => {
    const [west, east] = [base(at(0)), base(at(8))]
    const bases = new Bases([west, east])
    expect(bases.follow(at(4.2), west.id, NEARER_KM)).toEqual({ base: west, nearer: null })
    expect(bases.follow(at(4.3), west.id, NEARER_KM)).toEqual({ base: west, nearer: east })
    expect(bases.follow(at(3.8), east.id, NEARER_KM)).toEqual({ base: east, nearer: null })
    expect(bases.follow(at(3.7), east.id, NEARER_KM)).toEqual({ base: east, nearer: west })
    expect(bases.follow(at(3.7), east.id, 2)).toEqual({ base: east, nearer: null })
    expect(bases.follow(at(2.9), east.id, 2)).toEqual({ base: east, nearer: west })
  })

  it('knows a clearly nearer base only if it is at least 5 % nearer, if that is more', () => {
    const [west, east] = [base(at(0)), base(at(80))]
    const bases = new Bases([west, east])
    expect(bases.follow(at(40.9), west.id, NEARER_KM)).toEqual({ base: west, nearer: null }) // 1.8 km nearer, of 40.9
    expect(bases.follow(at(41.1), west.id, NEARER_KM)).toEqual({ base: west, nearer: east }) // 2.2 km nearer
  })

  it('knows a nearer base only if that is stable, but prefers a new base to none', () => {
    const [near, far] = [base(at(1), { stable: false }), base(at(20))]
    expect(new Bases([near, far]).follow(CDMX, far.id, NEARER_KM)).toEqual({ base: far, nearer: null })
    expect(new Bases([near, { ...far, ...DEAD }]).follow(CDMX, far.id, NEARER_KM)).toEqual({ base: near, nearer: null })
    expect(new Bases([near, far]).follow(CDMX, null, NEARER_KM)).toEqual({ base: far, nearer: null })
  })

  it('is kept during a short interruption, and not given to new rovers if another streams', () => {
    const [near, far] = [base(at(1), BROKE_OFF), base(at(20))]
    expect(new Bases([near, far]).follow(CDMX, near.id, NEARER_KM)).toEqual({ base: near, nearer: null })
    expect(new Bases([near, far]).follow(CDMX, null, NEARER_KM)).toEqual({ base: far, nearer: null })
    expect(new Bases([near, { ...far, stable: false }]).follow(CDMX, null, NEARER_KM)).toEqual({
      base: { ...far, stable: false },
      nearer: null,
    })
    expect(new Bases([near, { ...far, ...DEAD }]).follow(CDMX, null, NEARER_KM)).toEqual({ base: near, nearer: null })
  })

  it('is none, with the reason, if no base reaches the rover or none of those is online', () => {
    const [near, far] = [base(at(10), DEAD), base(at(51))]
    expect(new Bases([near, far]).follow(CDMX, near.id, NEARER_KM)).toEqual({ base: null, why: 'base_down' })
    expect(new Bases([far]).follow(CDMX, far.id, NEARER_KM)).toEqual({ base: null, why: 'outside_coverage' })
    expect(new Bases([]).follow(CDMX, null, NEARER_KM)).toEqual({ base: null, why: 'outside_coverage' })
  })

  it('is none because of the bus if a base is online but its stream does not arrive', () => {
    const [dead, cutOff] = [base(at(5), DEAD), { ...base(at(10), DEAD), cutOff: true }]
    expect(new Bases([dead, cutOff]).follow(CDMX, null, NEARER_KM)).toEqual({ base: null, why: 'bus_away' })
    expect(new Bases([dead, { ...cutOff, radiusKm: 9 }]).follow(CDMX, null, NEARER_KM)).toEqual({
      base: null,
      why: 'base_down',
    })
    const living = base(at(20))
    expect(new Bases([cutOff, living]).follow(CDMX, null, NEARER_KM)).toEqual({ base: living, nearer: null })
  })

  it('is limited by its own radius, not by that of its neighbour', () => {
    const [narrow, wide] = [base(at(10), { radiusKm: 9.9 }), base(at(60, 180), { radiusKm: 60.1 })]
    expect(new Bases([narrow, wide]).follow(CDMX, null, NEARER_KM)).toEqual({ base: wide, nearer: null })
  })
})
