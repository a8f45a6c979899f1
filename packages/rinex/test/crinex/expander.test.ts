// Restores CRINEX. The restored files were also compared with those of GSI's crx2rnx on public recordings: all equal.
import { describe, expect, it } from 'vitest'
import { othersStream } from '../../../rtcm/test/support/streams.ts'
import { CrinexCompressor, CrinexExpander, LineSplitter } from '../../src/index.ts'
import { HEADER, read, written } from '../support/files.ts'

const stream = Buffer.concat(othersStream({ GPS: 7, GLO: 5, GAL: 6, QZS: 7, BDS: 5 }, 5, 20))

function compressed(text: string): string {
  const out: string[] = []
  const compressor = new CrinexCompressor('test', new Date('2026-11-14T18:00:00Z'), (line) => out.push(line))
  for (const line of text.replace(/\n$/, '').split('\n')) compressor.line(line)
  return `${out.join('\n')}\n`
}

function expanded(text: string): string {
  let out = ''
  const expander = new CrinexExpander((line) => {
    out += `${line.toString('latin1')}\n`
  })
  const splitter = new LineSplitter((line) => expander.line(line))
  splitter.push(Buffer.from(text, 'latin1'))
  splitter.end()
  expander.end()
  return out
}

const sample = written(stream, HEADER).text
const EVENT = `>                              4  1\n${'antenna changed'.padEnd(60)}COMMENT\n`

describe('CrinexExpander', () => {
  it.each(['2.11', '3.05', '4.02'] as const)('restores a compressed file of RINEX %s byte for byte', (version) => {
    const { text } = written(stream, { ...HEADER, version })
    const packed = compressed(text)
    expect(packed.slice(0, 3)).toBe(version === '2.11' ? '1.0' : '3.0')
    expect(expanded(packed)).toBe(text)
  })

  it('restores events and clock offsets of RINEX 2', () => {
    const { text } = written(stream, { ...HEADER, version: '2.11' })
    const event = `                            4  1\n${'antenna changed'.padEnd(60)}COMMENT\n`
    const start = text.lastIndexOf(' 26 11 14')
    const changed = text.replace(/^( 26 .*)$/gm, '$1  .000012345')
    expect(changed).not.toBe(text)
    expect(expanded(compressed(changed))).toBe(changed)
    const withEvent = `${text.slice(0, start)}${event}${text.slice(start)}`
    expect(expanded(compressed(withEvent))).toBe(withEvent)
  })

  it('restores events, clock offsets and satellites after an event', () => {
    const [first, ...epochs] = sample.split(/^(?=> )/m)
    const text = `${first}${epochs
      .map((epoch, index) => {
        const clock = index % 4 === 3 ? '' : (index * 1e-4 - 3e-4).toFixed(12).replace('0.', '.').padStart(15)
        return epoch.replace(/^(> .*)$/m, (line) => (clock === '' ? line : `${line.padEnd(41)}${clock}`))
      })
      .map((epoch, index) => (index === 7 ? `${EVENT}${epoch}` : epoch))
      .join('')}`
    expect(expanded(compressed(text))).toBe(text)
  })

  it('is read like the file itself', () => {
    const [plain, packed] = [read(sample), read(compressed(sample))]
    expect(packed.error).toBeNull()
    expect(packed.reader.kind).toBe('crinex')
    expect(packed.epochs).toEqual(plain.epochs)
  })

  it('reads concatenated files', () => {
    const { epochs, error } = read(compressed(sample).repeat(2))
    expect(error).toBeNull()
    expect(epochs).toHaveLength(40)
    expect(epochs.slice(20)).toEqual(epochs.slice(0, 20))
  })

  it.each([
    {
      what: 'a difference without a start',
      change: (line: string) => line.replace('3&', ''),
      fault: 'bad_compression',
    },
    { what: 'letters', change: (line: string) => line.replace('3&', '3&x'), fault: 'bad_compression' },
    { what: 'a line that is missing', change: () => null, fault: 'bad_compression' },
  ])('reports $what with its line', ({ change, fault }) => {
    const lines = compressed(sample).split('\n')
    const start = lines.findIndex((line) => line.startsWith('> ')) + 2
    const changed = change(lines[start]!)
    const { error, epochs } = read(lines.toSpliced(start, 1, ...(changed === null ? [] : [changed])).join('\n'))
    expect(error).toMatchObject({ name: 'RinexError', fault })
    expect((error as { line: number }).line).toBeGreaterThan(start)
    expect(epochs.length).toBeLessThanOrEqual(1)
  })

  it('reports a file that is cut off, and keeps the epochs before', () => {
    const text = compressed(sample)
    const { error, epochs } = read(text.slice(0, text.length * 0.7))
    expect(error).toMatchObject({ name: 'RinexError' })
    expect(epochs.length).toBeGreaterThan(5)
  })
})
