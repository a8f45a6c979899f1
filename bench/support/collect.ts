// Loaded into a process whose memory is measured: on SIGWINCH it collects its garbage and hands back what is then free, so that
// what is left is what it needs. (A plain gc() keeps the emptied pages.)
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: object) => void
process.on('SIGWINCH', () => collect({ type: 'major', flavor: 'last-resort' }))
