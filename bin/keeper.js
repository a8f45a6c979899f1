// What the process that was started first becomes after a hand-over (start/hand-over/): service managers, containers and terminals watch that one,
// so it stays and passes on what it is told, while others serve. It is small, and plain JavaScript, because it does nothing else: 9 MB of its own.
//
// Whoever serves has a line to it, a socket in a folder that nobody else can enter. When the last line is closed, nobody serves.
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

const [path, first] = process.argv.slice(2)

/** For the first to come: it was told where. */
const PATIENCE_MS = 20_000
/** A second signal within a second is the same one: the terminal signals everybody, and npm passes it on once more. */
const SAME_SIGNAL_MS = 1_000

const lines = new Set()
let newest = null
let stopAskedAt = Number.POSITIVE_INFINITY
/** It was asked to, or says so itself. */
let mayEnd = false

function end(code, complaint) {
  if (complaint) console.error(`vertice: ${complaint}`)
  rmSync(dirname(path), { recursive: true, force: true })
  process.exit(code)
}

const impatient = setTimeout(() => end(1, `process ${first} should have taken over, and did not`), PATIENCE_MS)

createServer((line) => {
  clearTimeout(impatient)
  if (newest === null) console.log('hand-over: done')
  lines.add(line)
  newest = line
  line.on('error', () => {}) // its end is what counts
  line.on('data', () => {
    mayEnd = true
  })
  line.on('close', () => {
    lines.delete(line)
    if (lines.size === 0) end(mayEnd ? 0 : 1, mayEnd ? null : 'the process that served has ended by itself')
  })
  if (mayEnd) line.write('stop\n')
}).listen(path)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (performance.now() - stopAskedAt > SAME_SIGNAL_MS) end(1) // asked again: at once
    stopAskedAt = Math.min(stopAskedAt, performance.now())
    mayEnd = true
    for (const line of lines) line.write('stop\n')
  })
process.on('SIGUSR2', () => newest?.write('hand over\n'))
process.stdout.on('error', () => {}) // whoever read what we say may have gone
