// No uploaded file may block the event loop, whatever it contains; and tables are parsed correctly.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/base/running/turns.ts'
import type { App } from '../../../src/base/serving/app.ts'
import { readTable } from '../../../src/wire/files/csv.ts'
import { itemsOf } from '../../../src/wire/files/json-items.ts'
import { type Browser, TestConsole } from '../../http/console/support.ts'
import { heldBy, LONGEST_HELD_MS } from '../../support/loop-watch.ts'
import type { Answer } from '../../support/service.ts'

let house: TestConsole
let unheld: App
let browser: Browser

beforeAll(async () => {
  house = await TestConsole.start()
  unheld = await house.unheldNode()
  browser = (await house.signedIn('administrator')).at(unheld)
})
afterAll(async () => {
  await unheld.close()
  await house.stop()
})

const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index))
const columns = list(60_000, (index) => `c${index}`).join(',')
const unknown = Object.fromEntries(list(60, String).map((index) => [`k${index}`, 1]))
const stations = (count: number, more: object) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => ({ codigo: `S${index}`, ...more })))
const WRONG = { nombre: ';', estado_mx: ';', lat: 999, lng: 999, mountpoint: '?', radio_km: -1 }

const codesOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ code }: { code: string }) => code)

describe('a station file', () => {
  const file = { 'content-type': 'application/octet-stream' }

  /** Each took 0.1 s to more than a minute before. */
  it.each([
    ['60,000 columns', `${columns}\n1`, 400, 'too_many_columns'],
    ['a line of two million commas', `codigo,nombre\n${','.repeat(2_000_000)}`, 400, 'file_not_csv'],
    ['a text without end', `codigo,nombre\n"${'a'.repeat(2_000_000)}`, 400, 'file_not_csv'],
    ['two million empty lines', `codigo,nombre\n${'\n'.repeat(2_000_000)}`, 200, null],
    ['two megabytes of blanks', `codigo,nombre\n${' '.repeat(2_000_000)}`, 400, 'file_not_csv'],
    ['half a million lines', `codigo,nombre\n${'a,b\n'.repeat(500_000)}`, 400, 'file_too_long'],
    ['60 unknown fields of 2,000 stations', stations(2_000, unknown), 200, null],
    ['180,000 fields of one', `[{${list(160_000, (index) => `"k${index}":1`).join(',')}}]`, 200, null],
    ['a million numbers', `[${'0,'.repeat(1_000_000)}0]`, 400, 'file_too_long'],
    ['lists a million deep', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 200, null],
    ['5,000 stations with seven faults each', stations(5_000, WRONG), 200, null],
    ['a sourcetable of 220,000 lines', `STR;A;B\n${'STR;A;B\r\n'.repeat(220_000)}`, 400, 'file_too_long'],
  ])('with %s does not block the event loop', async (_, text, status, code) => {
    const { result, heldMs } = await heldBy(() => browser.send('POST', '/stations/import/preview', text, file))
    expect({ status: result.status, codes: codesOf(result) }).toEqual({ status, codes: code === null ? [] : [code] })
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it('with faults in thousands of lines returns some of each line and the total', async () => {
    const preview = await browser.send('POST', '/stations/import/preview', stations(2_000, unknown), file)
    const told = preview.body.rows.map(({ errors }: { errors: unknown[] }) => errors.length)
    expect(told.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 10))
    expect(told.slice(100)).toEqual(Array.from({ length: 1_900 }, () => 1))
    const refused = await browser.send('POST', '/stations/import', stations(2_000, unknown), file)
    expect(refused.body.errors).toHaveLength(100)
    expect(refused.body.detail).toContain('There are 19999 more errors.')
  })
})

describe('a credential file', () => {
  const csv = { 'content-type': 'text/csv' }
  const row = `30,${'l'.repeat(200)},${'n'.repeat(200)},a@example.mx,2026-12-16\n`

  it.each([
    ['ten thousand long lines', `dias,etiqueta,cliente,correo,inicio\n${row.repeat(10_000)}`, 200],
    ['ten thousand bad lines', `dias,estacion,inicio\n${'x,NOPE,d\n'.repeat(10_000)}`, 200],
    ['four million short ones', `dias\n${'1\n'.repeat(4_000_000)}`, 400],
    ['eight million empty ones', `dias\n${'\n'.repeat(8_000_000)}`, 400],
    ['lines of commas', `dias\n${`${','.repeat(19_000)}\n`.repeat(400)}`, 400],
    ['a text without end', `dias\n"${'a'.repeat(8_000_000)}`, 400],
  ])('with %s does not block the event loop', async (_, text, status) => {
    const { result, heldMs } = await heldBy(() => browser.send('POST', '/credentials/jobs/preview', text, csv))
    expect(result.status).toBe(status)
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })
})

describe('a user file of another caster', () => {
  const file = { 'content-type': 'application/octet-stream' }
  const FILE_BYTES = 40_000_000
  /** Before, 40 MB of newlines took 76 s, and 40 MB of quotes took 960 MB of memory. */
  const LONGEST_CPU_MS = 30_000
  const MOST_GROWTH_BYTES = 600_000_000

  const preview = (format: string, text: string) => {
    const name = format === 'bkg' ? 'users.aut' : 'users.txt'
    const query = `ownerId=1&format=${format}&files=${name}:${Buffer.byteLength(text)}&days=30&sessions=1&everything=stations&unknown=error`
    return browser.send('POST', `/credentials/import/preview?${query}`, text, file)
  }

  it.each([
    ['csv', 'newlines', '\n', 'file_empty'],
    ['csv', 'quotes', '"', 'file_not_csv'],
    ['csv', 'lines of quotes', `${'"'.repeat(19_998)}\n`, 'unknown_column'],
    ['csv', 'blank lines', ' \n', 'too_many_lines'],
    ['csv', 'lines of commas', `usuario,password\n${`x${','.repeat(19_000)}\n`.repeat(10)}`, 'too_many_columns'],
    ['snip', 'newlines', '\n', 'file_without_users'],
    ['snip', 'blank lines', ' \n', 'too_many_lines'],
    ['snip', 'lines without a tab', 'a\n', 'file_too_long'],
    ['bkg', 'newlines', '\n', 'file_without_users'],
    ['bkg', 'comments', '#\n', 'too_many_lines'],
    ['bkg', 'lines without a colon', 'a\n', 'file_too_long'],
  ])('%s with 40 MB of %s is rejected in seconds without blocking the event loop', async (format, _, part, code) => {
    const text = part.repeat(FILE_BYTES / part.length)
    const [before, cpu] = [process.memoryUsage.rss(), process.threadCpuUsage()]
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
    const { result, heldMs } = await heldBy(() => preview(format, text))
    clearInterval(watch)
    const { user, system } = process.threadCpuUsage(cpu)
    expect({ status: result.status, codes: codesOf(result) }).toEqual({ status: 400, codes: [code] })
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
    expect((user + system) / 1_000).toBeLessThan(LONGEST_CPU_MS)
    expect(peak - before).toBeLessThan(MOST_GROWTH_BYTES)
  })
})

describe('a CSV table', () => {
  const cells = (text: string, relaxed = false) => {
    const { head, lines } = atOnce(readTable(text, 100, relaxed))
    return [head, ...lines.map((line) => line.cells)]
  }

  it.each([
    ['a,b\r\n1,2', [['a', 'b'], ['1', '2']]], // biome-ignore format: one table a line
    ['a,b\r1,2\r', [['a', 'b'], ['1', '2']]], // biome-ignore format: one table a line
    ['\uFEFF"a";b\n 1 ; "2;""x""" \n', [['a', 'b'], ['1', '2;"x"']]], // biome-ignore format: one table a line
    ['a\tb\n\n\t\n1\t', [['a', 'b'], ['1', '']]], // biome-ignore format: one table a line
  ])('is parsed: %j', (text, expected) => expect(cells(text)).toEqual(expected))

  it('has the line of the file at which each row ends', () => {
    const { lines } = atOnce(readTable('a,b\n\n1,"x\ny"\n3,4', 100))
    expect(lines.map(({ line }) => line)).toEqual([4, 5])
  })

  it('allows quotes only around whole cells, except in relaxed mode', () => {
    expect(() => cells('a\nx"y')).toThrow('file_not_readable')
    expect(() => cells('a\n"x"y')).toThrow('file_not_readable')
    expect(cells('a\nx"y\n"x"y\n"x""y"', true)).toEqual([['a'], ['x"y'], ['"x"y'], ['x"y']])
  })
})

describe('the items of a JSON list', () => {
  const items = (text: string, most = 100) => atOnce(itemsOf(text, most)).map((item) => item.trim())

  it('are split at top-level commas only', () => {
    expect(items(' [ {"a":[1,2],"b":"x,]}\\"," } , 3 ,[4,[5,6]] ] ')).toEqual([
      '{"a":[1,2],"b":"x,]}\\"," }',
      '3',
      '[4,[5,6]]',
    ])
    expect(items('[]')).toEqual([])
    expect(items('[1,2,3]', 2)).toEqual(['1', '2'])
  })

  it.each(['[1,2', '["x]'])('are rejected if the list does not end: %s', (text) =>
    expect(() => items(text)).toThrow('file_not_readable'),
  )
})
