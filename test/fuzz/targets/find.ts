// The targets by file. A process that fuzzes one target loads only the files up to it: loading all of them took ten
// times as long as a short run, because coverage needs code that is not cached.
import type { Target } from '../target.ts'

/** Files with few imports come first. */
export const FILES: readonly (() => Promise<readonly Target[]>)[] = [
  async () => (await import('./ntrip.ts')).NTRIP_TARGETS,
  async () => (await import('./rtcm.ts')).RTCM_TARGETS,
  async () => (await import('./bus.ts')).BUS_TARGETS,
  async () => (await import('./texts.ts')).TEXT_TARGETS,
  async () => (await import('./files.ts')).FILE_TARGETS,
  async () => (await import('./bodies.ts')).BODY_TARGETS,
]

export async function findTarget(name: string): Promise<Target> {
  for (const load of FILES) {
    const target = (await load()).find((each) => each.name === name)
    if (target) return target
  }
  throw new Error(`there is no target ${name}`)
}
