// The bookkeeping of live sessions, compared with a simple model.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { writeGga } from '@vertice/ntrip'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rover, type RoverEvents } from '../../../src/caster/rovers/rover.ts'
import { Sessions } from '../../../src/caster/sessions/sessions.ts'
import type { EndReason, SessionLog } from '../../../src/domain/sessions/session.ts'
import { aMinuteOfLooks } from '../helpers.ts'

const START = 1_800_000_000_000

/** Sessions with a clock that the test controls, and everything that was recorded. */
function house() {
  let now = START
  const clock = () => new Date(now)
  const told: string[] = []
  const log: SessionLog = {
    opened: ({ id }) => told.push(`${id} opened`),
    progressed: ({ id, bytes }) => told.push(`${id} at ${bytes}`),
    closed: ({ id }, at, reason) => told.push(`${id} ${reason} at ${at.getTime() - START}`),
    abandoned: () => {},
    refused: () => {},
    unreadable: () => {},
  }
  const sessions = new Sessions(log, clock)
  const events: RoverEvents = {
    clock,
    positioned() {},
    distanceKm: () => null,
    noted: (rover) => sessions.roverNoted(rover),
    stalled() {},
    resumed() {},
    ended: (rover: Rover, reason: EndReason) => sessions.roverEnded(rover, reason),
  }
  let count = 0
  const add = (credentialId: number, { maxSessions = 1, expiresIn = 1_000_000 } = {}): Rover => {
    const start = {
      id: `s${count++}`,
      credentialId,
      username: `u${credentialId}`,
      mountpoint: 'M',
      startedAt: clock(),
      address: '',
      agent: '',
    }
    const rover = new Rover(
      fakeSocket(),
      start,
      { expiresAt: new Date(now + expiresIn), cuts: 0, geofence: null },
      { chunked: false, events },
    )
    sessions.addFromMemory(rover, start, { maxSessions })
    return rover
  }
  const wait = (milliseconds: number) => {
    now += milliseconds
  }
  return { sessions, told, add, wait }
}

const fakeSocket = () =>
  Object.assign(new EventEmitter(), {
    end() {},
    destroy() {},
    resetAndDestroy() {},
    write: () => true,
    writableLength: 0,
  }) as unknown as Socket

const namesOf = (rovers: Iterable<Rover>) => [...rovers].map(({ id }) => id).sort()

describe('sessions', () => {
  it('replace the oldest, recorded as the end of the old before the start of the new', () => {
    const { told, add } = house()
    add(1)
    add(1)
    expect(told).toEqual(['s0 opened', 's0 replaced at 0', 's1 opened'])
  })

  it('record an end once, even if it is ended again', () => {
    const { sessions, told, add } = house()
    const rover = add(1)
    rover.end('kicked')
    rover.end('client_left')
    sessions.end(rover, 'kicked')
    sessions.revoke(1)
    sessions.stop()
    expect(told).toEqual(['s0 opened', 's0 kicked at 0'])
  })

  it('record progress only of sessions that changed', () => {
    const { sessions, told, add } = house()
    const [still, moved] = [add(1), add(2)]
    moved.send(Buffer.from('12345'))
    aMinuteOfLooks(sessions)
    aMinuteOfLooks(sessions)
    expect(told.slice(2)).toEqual(['s1 at 5'])
    still.note({ code: 'no_gga', params: {} })
    expect(told.slice(3)).toEqual(['s0 at 0'])
  })

  it('record a position once, like everything already recorded', () => {
    const { sessions, told, add } = house()
    const rover = add(1)
    rover.locate(writeGga({ lat: 19.5, lng: -99.2, quality: 4 }, new Date(START)))
    for (let minutes = 0; minutes < 3; minutes++) aMinuteOfLooks(sessions)
    expect(told.slice(1)).toEqual(['s0 at 0'])
    rover.locate(writeGga({ lat: 19.5, lng: -99.3, quality: 4 }, new Date(START)))
    for (let minutes = 0; minutes < 3; minutes++) aMinuteOfLooks(sessions)
    expect(told.slice(2)).toEqual(['s0 at 0'])
  })

  it('record progress of a few at a time, and of each within a minute', () => {
    const { sessions, told, add } = house()
    const rovers = Array.from({ length: 180 }, (_, id) => add(id))
    for (const rover of rovers) rover.send(Buffer.from('12345'))
    told.length = 0
    for (let looks = 1; looks <= 60; looks++) {
      sessions.recordSome()
      expect(told).toHaveLength(3 * looks)
    }
    expect(new Set(told).size).toBe(180)
  })

  it('remember a revocation for rovers that are being admitted', () => {
    const { sessions } = house()
    sessions.revoke(7)
    expect(sessions.wasJustRevoked(7)).toBe(true)
    expect(sessions.wasJustRevoked(8)).toBe(false)
    sessions.tick()
    expect(sessions.wasJustRevoked(7)).toBe(true)
  })

  it('apply an end that arrives during the admission once the session is open', () => {
    const { sessions, told, add } = house()
    sessions.end({ id: 's0', credentialId: 1 }, 'replaced')
    sessions.tick()
    sessions.settle(add(1))
    sessions.settle(add(2))
    expect(told).toEqual(['s0 opened', 's0 replaced at 0', 's1 opened'])
  })

  it('do not settle a session that ended during its admission, nor expire another in its place', () => {
    const { sessions, told, add, wait } = house()
    sessions.change({ id: 1, cuts: 0, expiresAt: START + 500, suspended: false })
    const gone = add(1)
    gone.end('outside_fence')
    sessions.settle(gone)
    add(2, { expiresIn: 1_000 })
    add(3, { expiresIn: 2_000 })
    wait(1_500)
    sessions.tick()
    expect(told.slice(2)).toEqual(['s1 opened', 's2 opened', 's1 expired at 1500'])
  })

  it('agree with a plain list under any sequence of events', () => {
    const credential = fc.integer({ min: 1, max: 4 })
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant('add' as const),
          credential,
          maxSessions: fc.integer({ min: 1, max: 3 }),
          expiresIn: fc.integer({ min: 1, max: 3_000 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat() }) },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('change' as const),
          credential,
          expiresIn: fc.integer({ min: 1, max: 3_000 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), credential }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), credential }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('kick' as const), which: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), milliseconds: fc.nat(1_500) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const { sessions, told, add, wait } = house()
        // oldest first
        let model: { rover: Rover; id: string; credential: number; expiresAt: number }[] = []
        const ends: string[] = []
        let time = 0
        const end = (which: (session: (typeof model)[number]) => boolean, reason: EndReason) => {
          for (const { id } of model.filter(which)) ends.push(`${id} ${reason} at ${time}`)
          model = model.filter((session) => !which(session))
        }
        for (const told of steps) {
          const chosen = 'which' in told && model.length > 0 ? model[told.which % model.length]! : null
          if (told.do === 'add') {
            const others = model.filter((session) => session.credential === told.credential)
            const surplus = new Set(others.slice(0, Math.max(0, others.length + 1 - told.maxSessions)))
            end((session) => surplus.has(session), 'replaced')
            const rover = add(told.credential, told)
            model.push({ rover, id: rover.id, credential: told.credential, expiresAt: time + told.expiresIn })
          } else if (told.do === 'leave' && chosen) {
            end((session) => session === chosen, 'client_left')
            chosen.rover.end('client_left')
          } else if (told.do === 'kick' && chosen) {
            end((session) => session === chosen, 'kicked')
            sessions.end(chosen.rover, 'kicked')
          } else if (told.do === 'change') {
            const expiresAt = time + told.expiresIn
            for (const session of model) if (session.credential === told.credential) session.expiresAt = expiresAt
            sessions.change({ id: told.credential, cuts: 0, expiresAt: START + expiresAt, suspended: false })
          } else if (told.do === 'pass') {
            // Ends before it is settled.
            const rover = add(told.credential, { maxSessions: 100 })
            ends.push(`${rover.id} outside_fence at ${time}`)
            rover.end('outside_fence')
            sessions.settle(rover)
          } else if (told.do === 'revoke') {
            end((session) => session.credential === told.credential, 'revoked')
            sessions.revoke(told.credential)
          } else if (told.do === 'wait') {
            wait(told.milliseconds)
            time += told.milliseconds
            end(({ expiresAt }) => expiresAt <= time, 'expired')
            sessions.tick()
          } else if (told.do === 'stop') {
            end(() => true, 'shutdown')
            sessions.stop()
          }
          expect(namesOf(sessions.all)).toEqual(namesOf(model.map(({ rover }) => rover)))
          sessions.all.forEach((rover, index) => {
            expect(rover.session.index).toBe(index)
          })
          for (let id = 1; id <= 4; id++)
            expect(sessions.countOf(id)).toBe(model.filter((session) => session.credential === id).length)
          expect(
            sessions
              .known()
              .map(({ id }) => id)
              .sort(),
          ).toEqual([...new Set(model.map((one) => one.credential))].sort())
        }
        expect(told.filter((line) => line.endsWith('opened'))).toHaveLength(ends.length + model.length)
        expect(told.filter((line) => !line.endsWith('opened')).sort()).toEqual(ends.sort())
      }),
      { numRuns: 200 },
    )
  })
})
