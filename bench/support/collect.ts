// Preloaded into a process whose memory is measured: on SIGWINCH it collects garbage and returns free memory to the
// system, so that only needed memory remains. (A plain gc() keeps the emptied pages.)
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: object) => void
process.on('SIGWINCH', () => collect({ type: 'major', flavor: 'last-resort' }))
