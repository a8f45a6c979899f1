// One attack in a process of its own: the scene comes in, the outcomes go out.
import { json } from 'node:stream/consumers'
import { ATTACKS } from './attacks/all.ts'
import type { Scene } from './scene.ts'

const scene = (await json(process.stdin)) as Scene
const outcomes = await ATTACKS.find(({ name }) => name === process.argv[2])!.attack(scene)
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0))
