// A protobuf encoder driven by tables of fields. Messages are in OTLP's JSON form, so both encodings share them: ids in
// hexadecimal, 64-bit numbers as text.

export interface Message {
  readonly [field: string]: unknown
}

type Scalar = 'text' | 'hex' | 'bool' | 'enum' | 'int64' | 'fixed64' | 'double' | 'fixed64s' | 'doubles'

/** Number and type of each field: a scalar, or a nested message. */
export interface Shape {
  readonly [field: string]: readonly [number: number, type: Scalar | Shape]
}

const VARINT = 0
const BITS_64 = 1
const LENGTH_DELIMITED = 2

export const encode = (shape: Shape, message: Message): Buffer => Buffer.concat(partsOf(shape, message))

function partsOf(shape: Shape, message: Message): Buffer[] {
  return Object.entries(message).flatMap(([field, value]) => {
    if (value === undefined) return []
    const [number, type] = shape[field]!
    const values = Array.isArray(value) && type !== 'fixed64s' && type !== 'doubles' ? value : [value]
    return values.flatMap((one) => fieldOf(number, type, one))
  })
}

function fieldOf(number: number, type: Scalar | Shape, value: unknown): Buffer[] {
  if (typeof type === 'object') return delimited(number, encode(type, value as Message))
  switch (type) {
    case 'text':
      return delimited(number, Buffer.from(value as string))
    case 'hex':
      return delimited(number, Buffer.from(value as string, 'hex'))
    case 'bool':
    case 'enum':
      return [tag(number, VARINT), varint(BigInt(Number(value)))]
    case 'int64':
      return [tag(number, VARINT), varint(BigInt.asUintN(64, BigInt(value as string)))]
    case 'fixed64':
      return [tag(number, BITS_64), fixed64(value as string)]
    case 'double':
      return [tag(number, BITS_64), double(value as number)]
    case 'fixed64s':
      return delimited(number, Buffer.concat((value as string[]).map(fixed64)))
    case 'doubles':
      return delimited(number, Buffer.concat((value as number[]).map(double)))
  }
}

const tag = (number: number, wire: number) => varint(BigInt((number << 3) | wire))

const delimited = (number: number, bytes: Buffer): Buffer[] => [
  tag(number, LENGTH_DELIMITED),
  varint(BigInt(bytes.length)),
  bytes,
]

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)])
    bytes.push(Number(rest & 0x7fn) | 0x80)
  }
}

function fixed64(value: string): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function double(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeDoubleLE(value)
  return bytes
}
