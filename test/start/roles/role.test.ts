import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Component } from '../../../src/base/running/component.ts'
import { RoleGroup } from '../../../src/start/roles/role.ts'

const calls: string[] = []
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) })

beforeEach(() => {
  calls.length = 0
  logged.length = 0
})

const named = (name: string, more: Component = {}): Component => ({
  start: async () => void calls.push(`${name} starts`),
  async stop() {
    calls.push(`${name} stops`)
    await sleep(10)
    calls.push(`${name} has stopped`)
  },
  ...more,
})

describe('a group of roles', () => {
  it('starts in order and stops at the same time, once', async () => {
    const group = new RoleGroup([named('a'), named('b')], log)
    await group.start()
    await Promise.all([group.stop(), group.stop()])
    expect(calls).toEqual(['a starts', 'b starts', 'a stops', 'b stops', 'a has stopped', 'b has stopped'])
  })

  it('stops every role even if one fails to stop, and logs the failure', async () => {
    const fails = named('a', {
      stop() {
        throw new Error('stuck')
      },
    })
    await new RoleGroup([fails, named('b')], log).stop()
    expect(calls).toEqual(['b stops', 'b has stopped'])
    expect(logged).toEqual(['Could not stop a part of the service cleanly'])
  })
})
