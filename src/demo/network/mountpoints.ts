import type { ActionContext } from '../../actions/context.ts'
import { addMountpoint } from '../../actions/network/mountpoints/write.ts'
import type { MountpointChange } from '../../domain/network/mountpoints/mountpoint.ts'

export const OPEN_STATION = 'GUAD'
export const OPEN_MOUNTPOINT = 'GUAD_OPEN_SIM'
export const MSM4_MOUNTPOINT = 'CDMX_MSM4_SIM'

const MOUNTPOINTS: readonly { readonly name: string; readonly code: string; readonly change: MountpointChange }[] = [
  { name: MSM4_MOUNTPOINT, code: 'CDMX', change: { alteration: { form: 'msm4' } } },
  {
    name: OPEN_MOUNTPOINT,
    code: OPEN_STATION,
    change: { isOpen: true, alteration: { form: 'msm4', constellations: ['GPS', 'GLO'] } },
  },
  { name: 'MONT_1004_SIM', code: 'MONT', change: { alteration: { form: 'legacy' } } },
  { name: 'QUER_5S_SIM', code: 'QUER', change: { alteration: { everySeconds: 5 } } },
]

/** Call after the past minutes are written: they say which messages a station sends. */
export async function writeMountpoints(context: ActionContext): Promise<void> {
  for (const { name, code, change } of MOUNTPOINTS) await addMountpoint(context, name, { code }, change)
}
