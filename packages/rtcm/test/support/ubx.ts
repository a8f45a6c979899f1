/** A message of u-blox's UBX protocol. */
export function ubx(kind: number, id: number, payload: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from([kind, id, payload.length & 0xff, payload.length >> 8]), payload])
  let [a, b] = [0, 0]
  for (const byte of body) {
    a = (a + byte) & 0xff
    b = (b + a) & 0xff
  }
  return Buffer.concat([Buffer.from([0xb5, 0x62]), body, Buffer.from([a, b])])
}
