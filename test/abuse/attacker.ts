// Runs one attack in its own process: reads the scene from stdin and prints the outcomes.
import { json } from 'node:stream/consumers'
import { ATTACKS } from './attacks/all.ts'
import type { Scene } from './scene.ts'

const scene = (await json(process.stdin)) as Scene
const outcomes = await ATTACKS.find(({ name }) => name === process.argv[2])!.attack(scene)
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0))
