/**
 * NTRIP 1 and 2: requests, responses, sourcetables, chunked streams and GGA sentences, for casters and for their
 * clients. Every reader takes the bytes received so far and bounds what it keeps. The package opens no sockets and
 * reads no clock.
 *
 * @packageDocumentation
 */
export { inAscii } from './ascii.ts'
export { type Credentials, readBasic, writeBasic } from './basic.ts'
export { ChunkedDecoder, chunk, LAST_CHUNK } from './chunked.ts'
export { type Call, pushRequest, streamRequest } from './client-request.ts'
export {
  type Refused,
  readPushResponse,
  readResponse,
  readTableHead,
  type StreamOpened,
  type TableHead,
  withoutLineEnds,
} from './client-response.ts'
export { type Fix, type Gga, hasBadChecksum, readGga, writeGga } from './gga.ts'
export { GgaLines } from './gga-lines.ts'
export { HEAD_LIMIT } from './head.ts'
export { type ProxyHeader, readProxyHeader } from './proxy-header.ts'
export { type BadReason, type BadRequest, type Dialect, type Request, readRequest } from './request.ts'
/** The responses of a caster, as bytes. */
export * as reply from './response.ts'
export { sourcetableFilter, type Wanted } from './sourcetable/filter.ts'
export {
  endOfTable,
  type ListedStream,
  MOST_STREAMS,
  markText,
  type ReadTable,
  readTable,
  viaText,
} from './sourcetable/reader.ts'
export {
  END_OF_TABLE,
  looksLikeSourcetable,
  parseStreamRecord,
  type StreamRecord,
  sourcetable,
  type TableCaster,
  type TableNetwork,
  type TableStream,
} from './sourcetable/sourcetable.ts'
