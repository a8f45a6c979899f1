// Where a node keeps the files of segments that are not in the storage yet: below `open/` in the archive's folder.
import { join } from 'node:path'
import { segmentName } from '../../domain/archive/segment.ts'

const COMPRESSED = '.zst'
/** Node that closes a file of another node. A rename to this suffix succeeds for one node only. */
const CLAIMED = '.by-'
const UNFINISHED = '.unfinished'

export const archiveFolder = (dataDir: string): string => join(dataDir, 'archive')
export const openFolder = (archive: string): string => join(archive, 'open')

/** The growing file of an open segment. */
export const openFile = (archive: string, name: string): string =>
  join(openFolder(archive), name.slice(0, -COMPRESSED.length))

/** The compressed file of a closed segment that waits for the storage. */
export const closedFile = (archive: string, name: string): string => join(openFolder(archive), name)

export const claimed = (file: string, node: string): string => `${file}${CLAIMED}${node}`
export const unfinished = (file: string): string => `${file}${UNFINISHED}`

/** `node` and `count` make the name unique; the node is also how other nodes see whose file it is. */
export const nameOf = (start: { readonly stationId: number; readonly hour: Date }, node: string, count: number) =>
  segmentName(start, `${node}-${count}`)

export interface LocalFile {
  /** Name of the segment in the storage. */
  readonly name: string
  /** The node that writes or closes the file. */
  readonly node: string
  /** The node closes it instead of the node that wrote it. */
  readonly isClaimed: boolean
  readonly isCompressed: boolean
  /** A compressed file that is not complete. */
  readonly isUnfinished: boolean
}

const FILE = /^(raw\/\d+\/\d{4}-\d\d-\d\d\/\d\d-([^-/.]+)-\d+\.vseg)(\.zst)?(?:\.by-([^./]+))?(\.unfinished)?$/

/** Reads a path below `open/`; `null` if it is not a file of a recorder. */
export function localFileAt(path: string): LocalFile | null {
  const found = FILE.exec(path)
  if (!found) return null
  const [, name, writer, compressed, claimer, unfinished] = found
  return {
    name: `${name}${COMPRESSED}`,
    node: claimer ?? writer!,
    isClaimed: claimer !== undefined,
    isCompressed: compressed !== undefined,
    isUnfinished: unfinished !== undefined,
  }
}
