// The antenna calibrations of an installation: the ANTEX file that the operator put into DATA_DIR.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { AntennaCalibrations } from '@vertice/gnss'

export const antennaFile = (dataDir: string): string => join(dataDir, 'antennas.atx')

/** `null` if there is no such file. */
export async function readAntennas(path: string): Promise<AntennaCalibrations | null> {
  const calibrations = new AntennaCalibrations()
  try {
    for await (const line of createInterface({ input: createReadStream(path, 'latin1') })) calibrations.addLine(line)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return calibrations
}
