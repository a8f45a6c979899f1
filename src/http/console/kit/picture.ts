import type { FastifyRequest } from 'fastify'
import type { App } from '../../../base/serving/app.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid } from '../../../domain/codes/refusal.ts'
import { type CleanLogo, readUploadedLogo } from '../../../wire/brand/logo.ts'

/** Accepts any image type; the bytes determine the format. */
export const acceptPictures = (app: App): void =>
  void app.addContentTypeParser(/^image\/|^application\/octet-stream$/, { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )

/** The checked logo in the body of a request. */
export function logoIn({ body }: Pick<FastifyRequest, 'body'>): CleanLogo {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid(wrong(['logo'], 'file_not_sent'))
  return readUploadedLogo(body)
}
