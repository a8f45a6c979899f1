// CSV for spreadsheets: user input arrives as text, never as a formula.
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../../src/http/console/kit/csv.ts'
import { linesIn } from '../../../support/csv.ts'
import { heldBy, measuresTime } from '../../../support/loop-watch.ts'

type Page = (string | number | boolean | Date | null)[][]

async function* pagesOf(...pages: Page[]): AsyncGenerator<Page> {
  yield* pages
}
async function textOf(...pages: Page[]): Promise<string> {
  let text = ''
  for await (const part of csvOf(['one', 'two'], pagesOf(...pages), (row) => row, false)) text += part
  return text
}
/** The cells as a spreadsheet reads them. */
const readBack = async (...pages: Page[]): Promise<string[][]> => linesIn(await textOf(...pages))

describe('a CSV table', () => {
  it('starts with the UTF-8 BOM and ends each line as RFC 4180 requires, across pages', async () => {
    expect(await textOf([['a', 1]], [], [['b', 2]])).toBe('\uFEFFone,two\r\na,1\r\nb,2\r\n')
    expect(await textOf()).toBe('\uFEFFone,two\r\n')
  })

  it('says in every row that its data is simulated', async () => {
    let text = ''
    for await (const part of csvOf(['one'], pagesOf([['a'], ['b']]), (row) => row, true)) text += part
    expect(text).toBe('\uFEFFone,simulated\r\na,true\r\nb,true\r\n')
  })

  it('writes times, numbers, booleans and empty values', async () => {
    const at = new Date('2026-11-15T06:00:00Z')
    expect(await readBack([[at, -1.5]], [[true, false]], [[null, 1]], [['', 2]])).toEqual([
      ['2026-11-15T06:00:00.000Z', '-1.5'],
      ['true', 'false'],
      ['', '1'],
      ['', '2'],
    ])
  })

  it('keeps commas, quotes and line breaks inside their cell', async () => {
    const cells = ['Peña, "el Güero"', 'one\ntwo\r\nthree']
    expect(await readBack([cells])).toEqual([cells])
  })

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', ' =1', '=HYPERLINK("http://x","y")', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    'writes a value that starts like a formula as text: %j',
    async (value) => {
      expect(await readBack([[value, 'x']])).toEqual([[`'${value}`, 'x']])
    },
  )

  it.each([
    ['x;=cmd', "x;'=cmd"],
    ['x; +1;y;@SUM(A1)', "x;' +1;y;'@SUM(A1)"],
    ['x;＝cmd', "x;'＝cmd"],
    ['\t=1+1', "'\t'=1+1"],
    ['\r=1+1', "'\r'=1+1"],
    ['one\n-1', "one\n'-1"],
    ['x;y, a=b; 5 - 3', 'x;y, a=b; 5 - 3'],
  ])('starts no formula after a semicolon, tab or line break in a cell: %j', async (value, written) => {
    expect(await readBack([[value, 'x']])).toEqual([[written, 'x']])
  })

  it('takes time proportional to its size', measuresTime(), async () => {
    const { heldMs } = await heldBy(() => textOf([[`${';\t '.repeat(200_000)}=`, 'x']]))
    expect(heldMs).toBeLessThan(1_000)
  })
})
