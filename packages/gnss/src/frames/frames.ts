// Reference frames that networks publish their coordinates in. A frame is a realization, and most national frames fix
// its epoch. EPSG codes are those of the three-dimensional geographic systems (latitude, longitude, height). Codes,
// realizations and epochs were compared with the EPSG dataset (names, and descriptions of the datums).
import type { Realization } from './realizations.ts'

export interface Frame {
  readonly key: string
  readonly name: string
  readonly epsg: number
  /** The name in the EPSG dataset. */
  readonly epsgName: string
  /** `null` if the frame is not defined to the centimetre, so that nothing can be transformed from or to it. */
  readonly realization: Realization | null
  /** Decimal year that the frame fixes; `null` if coordinates in it need an epoch of their own. */
  readonly epoch: number | null
  /** Country that made it its official frame, ISO 3166, three letters; `null` if it belongs to several or none. */
  readonly country: string | null
}

const frame = (
  key: string,
  [name, epsg]: readonly [name: string, epsg: number],
  realization: Realization | null,
  more: Partial<Pick<Frame, 'epoch' | 'country' | 'epsgName'>> = {},
): Frame => ({ key, name, epsg, epsgName: name, realization, epoch: null, country: null, ...more })

export const FRAMES: readonly Frame[] = [
  frame('itrf2020', ['ITRF2020', 9989], 'ITRF2020'),
  frame('itrf2014', ['ITRF2014', 7912], 'ITRF2014'),
  frame('itrf2008', ['ITRF2008', 7911], 'ITRF2008'),
  frame('itrf2005', ['ITRF2005', 7910], 'ITRF2005'),
  frame('itrf2000', ['ITRF2000', 7909], 'ITRF2000'),
  frame('mexico-itrf2008', ['ITRF2008', 6364], 'ITRF2008', {
    epoch: 2010,
    country: 'MEX',
    epsgName: 'Mexico ITRF2008',
  }),
  frame('mexico-itrf92', ['ITRF92', 4482], 'ITRF92', { epoch: 1988, country: 'MEX', epsgName: 'Mexico ITRF92' }),
  frame('sirgas2000', ['SIRGAS 2000', 4989], 'ITRF2000', { epoch: 2000.4 }),
  frame('sirgas-chile-2016', ['SIRGAS-Chile 2016', 9152], 'ITRF2008', { epoch: 2016, country: 'CHL' }),
  frame('sirgas-chile-2021', ['SIRGAS-Chile 2021', 20040], 'ITRF2014', { epoch: 2021, country: 'CHL' }),
  frame('sirgas-rou98', ['SIRGAS-ROU98', 5380], 'ITRF94', { epoch: 1995.4, country: 'URY' }),
  frame('posgar07', ['POSGAR 07', 5342], 'ITRF2005', { epoch: 2006.632, country: 'ARG', epsgName: 'POSGAR 2007' }),
  frame('magna-sirgas-2018', ['MAGNA-SIRGAS 2018', 20045], 'ITRF2014', { epoch: 2018, country: 'COL' }),
  frame('magna-sirgas', ['MAGNA-SIRGAS', 4997], 'ITRF94', { epoch: 1995.4, country: 'COL' }),
  frame('regven', ['REGVEN', 4963], 'ITRF94', { epoch: 1995.4, country: 'VEN' }),
  frame('peru96', ['Peru96', 5372], 'ITRF94', { epoch: 1995.4, country: 'PER' }),
  frame('cr-sirgas', ['CR-SIRGAS', 8906], 'ITRF2008', { epoch: 2014.59, country: 'CRI' }),
  frame('etrf2000', ['ETRS89 (ETRF2000)', 7931], 'ETRF2000', { epsgName: 'ETRF2000' }),
  frame('etrf2014', ['ETRS89 (ETRF2014)', 8403], 'ETRF2014', { epsgName: 'ETRF2014' }),
  frame('etrf2020', ['ETRS89 (ETRF2020)', 10570], 'ETRF2020', { epsgName: 'ETRF2020' }),
  frame('etrs89', ['ETRS89', 4937], null),
  frame('regcan95', ['REGCAN95', 4080], 'ITRF93', { epoch: 1994.9, country: 'ESP' }),
  frame('nad83-2011', ['NAD83(2011)', 6319], 'NAD83', { epoch: 2010, country: 'USA' }),
  frame('gda2020', ['GDA2020', 7843], 'ITRF2014', { epoch: 2020, country: 'AUS' }),
  frame('wgs84-g2296', ['WGS 84 (G2296)', 10605], 'ITRF2020', { epoch: 2024 }),
  frame('wgs84-g2139', ['WGS 84 (G2139)', 9754], 'ITRF2014', { epoch: 2016 }),
  frame('wgs84', ['WGS 84', 4979], null),
]

export const frameOf = (key: string): Frame | undefined => FRAMES.find((one) => one.key === key)
