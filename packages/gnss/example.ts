// The position of a Mexican station in ITRF2020 today.
import { frameOf, transform } from '@vertice/gnss'

const official = { frame: frameOf('mexico-itrf2008')!, epoch: 2010.0 }
const today = { frame: frameOf('itrf2020')!, epoch: 2026.88 }
const position = { x: -955000, y: -5945000, z: 2095000 } // metres
const velocity = { x: -0.0104, y: 0.0021, z: -0.0043 } // metres per year, in the frame that the position is in

console.log(transform(position, official, today, velocity))
