// Uploaded logos: valid images are stripped of metadata, others are rejected with instructions.
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import { MOST_LOGO_BYTES, readUploadedLogo } from '../../../src/wire/brand/logo.ts'
import { chunk, ihdr, jpeg, PNG_HEAD, png, segment } from '../../support/pictures.ts'

function refusalOf(file: Buffer): string | null {
  try {
    readUploadedLogo(file)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.fields[0]!.code
  }
}

describe('a PNG logo', () => {
  it('is accepted unchanged', () => {
    expect(readUploadedLogo(png())).toEqual({ kind: 'png', content: png() })
  })

  it('is stripped of everything but the image: texts, positions, programs', () => {
    const hidden = [
      chunk('tEXt', Buffer.from('Author\0María')),
      chunk('eXIf', Buffer.from('GPS 19.4')),
      chunk('iTXt', Buffer.from('<script>')),
    ]
    expect(readUploadedLogo(png(24, undefined, hidden)).content).toEqual(png())
    expect(readUploadedLogo(Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')])).content).toEqual(png())
  })

  it('is rejected if it inflates to more than its header says, without inflating it', () => {
    const bomb = Buffer.concat([
      PNG_HEAD,
      ihdr(1, 1),
      chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))),
      chunk('IEND', Buffer.alloc(0)),
    ])
    expect(refusalOf(bomb)).toBe('logo_damaged')
  })

  it.each([
    [
      'too many pixels',
      Buffer.concat([
        PNG_HEAD,
        ihdr(60_000, 60_000),
        chunk('IDAT', deflateSync(Buffer.alloc(9))),
        chunk('IEND', Buffer.alloc(0)),
      ]),
      'logo_too_wide',
    ],
    [
      'interlaced',
      Buffer.concat([
        PNG_HEAD,
        ihdr(4, 4, 8, 2, 1),
        chunk('IDAT', deflateSync(Buffer.alloc(9))),
        chunk('IEND', Buffer.alloc(0)),
      ]),
      'logo_png_form',
    ],
    [
      '16 bits',
      Buffer.concat([
        PNG_HEAD,
        ihdr(4, 4, 16),
        chunk('IDAT', deflateSync(Buffer.alloc(9))),
        chunk('IEND', Buffer.alloc(0)),
      ]),
      'logo_png_form',
    ],
    [
      'rows with an unknown filter',
      Buffer.concat([
        PNG_HEAD,
        ihdr(4, 4, 8, 2),
        chunk('IDAT', deflateSync(Buffer.alloc(4 * (1 + 4 * 3), 9))),
        chunk('IEND', Buffer.alloc(0)),
      ]),
      'logo_damaged',
    ],
    ['no pixels', Buffer.concat([PNG_HEAD, ihdr(0, 4), chunk('IEND', Buffer.alloc(0))]), 'logo_damaged'],
    ['a part that nobody knows', png(24, undefined, [chunk('EVIL', Buffer.alloc(4))]), 'logo_damaged'],
    ['two heads', png(24, undefined, [ihdr(1, 1)]), 'logo_damaged'],
    ['cut off', png().subarray(0, 60), 'logo_damaged'],
    ['only its first bytes', PNG_HEAD, 'logo_damaged'],
  ])('is rejected: %s', (_, file, code) => expect(refusalOf(file)).toBe(code))
})

describe('a JPEG logo', () => {
  it('is accepted without Exif, comments and data after its end', () => {
    const hidden = [segment(0xe1, Buffer.from('Exif\0\0GPS')), segment(0xfe, Buffer.from('<script>'))]
    expect(readUploadedLogo(jpeg())).toEqual({ kind: 'jpeg', content: jpeg() })
    expect(readUploadedLogo(jpeg(hidden)).content).toEqual(jpeg())
    expect(readUploadedLogo(Buffer.concat([jpeg(), Buffer.from('PK\u0003\u0004')])).content).toEqual(jpeg())
  })

  it.each([
    ['four colours', jpeg([], 4), 'logo_jpeg_colours'],
    ['cut off', jpeg().subarray(0, 40), 'logo_damaged'],
    ['a segment without a length', jpeg([Buffer.from([0xff, 0xe1, 0, 0])]), 'logo_damaged'],
    ['a frame that nobody draws', jpeg([segment(0xc9, Buffer.alloc(9))]), 'logo_damaged'],
    ['two bytes', Buffer.from([0xff, 0xd8]), 'logo_damaged'],
  ])('is rejected: %s', (_, file, code) => expect(refusalOf(file)).toBe(code))
})

it.each([
  [
    'an SVG',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'logo_svg',
  ],
  ['a page', '<html><body>', 'logo_kind'],
  ['a GIF', 'GIF89a', 'logo_kind'],
  ['a text', 'x', 'logo_damaged'],
])('rejects %s', (_, text, code) => expect(refusalOf(Buffer.from(text))).toBe(code))

it('rejects too many bytes before parsing', () => {
  expect(refusalOf(Buffer.concat([png(), Buffer.alloc(MOST_LOGO_BYTES)]))).toBe('logo_too_large')
})

it('accepts or rejects any damaged image, without other errors', () => {
  const whole = [png(), jpeg()]
  const broken = fc
    .tuple(fc.constantFrom(...whole), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 }), fc.nat(400))
    .map(([file, changes, kept]) => {
      const copy = Buffer.from(file.subarray(0, Math.max(kept, 2)))
      for (const [at, value] of changes) if (at < copy.length) copy[at] = value
      return copy
    })
  fc.assert(
    fc.property(broken, (file) => void refusalOf(file)),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(refusalOf(Buffer.from(bytes))).not.toBeNull()
    }),
  )
})
