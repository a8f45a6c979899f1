import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { group, verb } from '../../../src/cli/kit/declare.ts'
import { secondsOf } from '../../../src/cli/kit/durations.ts'
import { UsageError } from '../../../src/cli/kit/failures.ts'
import { decimal, oneOf, onOff, required, text, whole, withDefault, yesOrNo } from '../../../src/cli/kit/flags.ts'
import { helpOf } from '../../../src/cli/kit/help.ts'
import { parse } from '../../../src/cli/kit/parse.ts'
import { refusedText } from '../../../src/cli/kit/refused.ts'
import { fullTime, readTime, shortTime } from '../../../src/cli/kit/times.ts'
import { wrong } from '../../../src/domain/codes/fault.ts'
import { invalid } from '../../../src/domain/codes/refusal.ts'

const sample = verb({
  summary: 'registers something',
  more: 'More is told here.\n  as it stands',
  args: ['NAME', '[fast|slow]'],
  flags: {
    code: required(text('CODE', 'its code')),
    lng: decimal('LNG', 'longitude'),
    state: oneOf(['open', 'closed'], 'how it is'),
    sells: yesOrNo('whether it is sold'),
    limit: withDefault(100, whole('N', 'max number of entries', { from: 1, to: 999 })),
    all: onOff('every one'),
  },
  async run() {},
})
const read = (...typed: string[]) => parse(sample, typed)
const refused = (...typed: string[]) => {
  try {
    read(...typed)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  throw new Error('was read')
}

it('passes the arguments for another command on unchanged', () => {
  const passing = verb({ summary: 'runs another', args: ['COMMAND...'], passesOn: true, async run() {} })
  expect(parse(passing, ['token', 'list', '--json']).args).toEqual(['token', 'list', '--json'])
  expect(() => parse(passing, [])).toThrow('COMMAND is required')
})

describe('command line arguments', () => {
  it('are parsed as declared, including negative numbers', () => {
    expect(read('A', '--code', 'X', '--lng', '-99.13', '--sells', 'yes', '--all')).toEqual({
      args: ['A'],
      flags: { code: 'X', lng: -99.13, state: undefined, sells: true, limit: 100, all: true },
    })
    expect(read('A', 'slow', '--code=-x', '--limit', '5').flags).toMatchObject({ code: '-x', limit: 5, all: false })
  })

  it('is refused with what would be right', () => {
    expect(refused('A')).toBe('--code is required; see --help')
    expect(refused('--code', 'X')).toBe('NAME is required; see --help')
    expect(refused('A', 'fast', 'B', '--code', 'X')).toBe('unexpected argument "B"; see --help')
    expect(refused('A', '--cdoe', 'X')).toBe('unknown option --cdoe; did you mean --code?')
    expect(refused('A', '--xyz', 'X')).toBe('unknown option --xyz; see --help')
    expect(refused('A', '-c', 'X')).toContain('unknown option -c')
    expect(refused('A', '--code')).toBe('--code requires a value: --code CODE')
    expect(refused('A', '--code', '--all')).toContain('--code requires a value')
    expect(refused('A', '--code', 'X', '--all=yes')).toContain('--all takes no value')
    expect(refused('A', '--code', 'X', '--state', 'x')).toBe('--state: expected open, closed, got "x"')
    expect(refused('A', '--code', 'X', '--limit', '0')).toContain('a whole number from 1 to 999')
    expect(refused('A', '--code', 'X', '--lng', 'west')).toContain('--lng: expected a number')
    expect(refused('A', '--code', ' ')).toContain('--code is required')
  })
})

it('lists required arguments first in the help, then each option', () => {
  const help = helpOf('thing add', sample)
  expect(help).toMatch(
    /^usage: vertice thing add NAME \[fast\|slow\] --code CODE \[OPTIONS\]\n\nRegisters something\.\n/,
  )
  expect(help).toMatch(/--limit N +max number of entries \(default: 100\)\n/)
  expect(help).toContain('\n  as it stands')
  expect(helpOf('thing', group({ add: sample }, 'About them.'))).toMatch(
    /^usage: vertice thing COMMAND \[...\]\n\n {2}add NAME \[fast\|slow\] {2}registers something\n\nAbout them\./,
  )
})

it('adds up units of time, within the limits', () => {
  const nothing = { days: undefined, hours: undefined, minutes: undefined, seconds: undefined }
  expect(secondsOf({ ...nothing, days: 1, hours: 12 }, 3600, 1e6)).toBe(129_600)
  expect(secondsOf({ ...nothing, seconds: 3600 }, 3600, 1e6)).toBe(3600)
  expect(() => secondsOf(nothing, 3600, 1e6)).toThrow('set the validity with')
  expect(() => secondsOf({ ...nothing, minutes: 5 }, 3600, 1e6)).toThrow('expected 3600 to')
})

describe('times', () => {
  const zone = process.env.TZ
  beforeEach(() => {
    process.env.TZ = 'America/Tijuana' // has daylight saving time
  })
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  const at = (text: string) => readTime(text, '--at').toISOString()

  it('are shown in the local zone, with its offset', () => {
    expect(shortTime(new Date('2026-11-16T21:30:59Z'))).toBe('2026-11-16 13:30 -08')
    expect(fullTime(new Date('2026-07-16T21:30:59Z'))).toBe('2026-07-16 14:30:59 -07')
    process.env.TZ = 'Asia/Kathmandu'
    expect(shortTime(new Date('2026-11-16T21:30:00Z'))).toBe('2026-11-17 03:15 +05:45')
    process.env.TZ = 'UTC'
    expect(shortTime(new Date('2026-11-16T21:30:00Z'))).toBe('2026-11-16 21:30 UTC')
    expect(shortTime(null)).toBe('-')
  })

  it("are parsed as shown; a date is in the network's zone, a time in the local zone by default", () => {
    expect(at('2027-01-31')).toBe('2027-01-31T06:00:00.000Z')
    expect(at('2027-01-31 18:00')).toBe('2027-02-01T02:00:00.000Z')
    expect(at('2027-07-31T18:00:30')).toBe('2027-08-01T01:00:30.000Z')
    expect(at('2027-01-31T18:00:00Z')).toBe('2027-01-31T18:00:00.000Z')
    expect(at('2027-01-31 18:00 UTC')).toBe('2027-01-31T18:00:00.000Z')
    expect(at('2027-01-31 18:00 -06')).toBe('2027-02-01T00:00:00.000Z')
    expect(at('2027-01-31T18:00+05:45')).toBe('2027-01-31T12:15:00.000Z')
    const shown = new Date('2027-03-03T04:05:00Z')
    expect(at(shortTime(shown))).toBe(shown.toISOString())
  })

  it('are rejected if they do not exist', () => {
    for (const wrong of ['2027-02-30', '2027-02-30 10:00', '2027-01-31 25:00', '31/01/2027', 'tomorrow', ''])
      expect(() => at(wrong)).toThrow('--at: expected a time such as')
  })
})

describe('the text of a rejection', () => {
  const issue = verb({
    summary: 'issues',
    args: ['NAME'],
    flags: { station: text('CODE', 'which'), password: text('P', 'its own') },
    async run() {},
  })
  const told = (...fields: Parameters<typeof invalid>) =>
    refusedText(issue, parse(issue, ['ana', '--station', 'UPA0', '--password', 'geheim']), invalid(...fields))
      .split('\n  ')
      .slice(1)

  it('names the option instead of the field, with its value', () => {
    expect(told(wrong(['stationCode'], 'unknown_station_code'))).toEqual([
      '--station "UPA0": No active station has this code.',
    ])
  })

  it('does not mention the list of a response', () => {
    const lines = refusedText(issue, parse(issue, ['ana']), invalid(wrong(['name'], 'blank_around'))).split('\n')
    expect(lines[0]).toBe('nothing was changed.')
  })

  it('what stands after the command', () => {
    expect(told(wrong(['name'], 'blank_around'))).toEqual([expect.stringMatching(/^NAME "ana": /)])
  })

  it('never contains a password, and names other fields as they are', () => {
    const [password, other] = told(wrong(['password'], 'blank_around'), wrong(['members', 1], 'empty'))
    expect(password).toMatch(/^--password: /)
    expect(password).not.toContain('geheim')
    expect(other).toMatch(/^members 1: /)
  })
})
