// The bucket of the archive. Without one, the archive is a folder of DATA_DIR.
import { ConfigError, decoded } from '../values.ts'

export interface BucketConfig {
  /** `s3://bucket/prefix`, for people. */
  readonly place: string
  readonly bucket: string
  /** URL of the bucket, without a slash at the end. */
  readonly url: string
  /** Start of all names: empty, or a path that ends with a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const EXPECTED = 'ARCHIVE_URL: expected s3://bucket/prefix?endpoint=https://s3.example.mx&region=us-east-1'
const OPTIONS = ['endpoint', 'region']
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[A-Za-z0-9-]{1,64}$/

/** Errors never repeat a value: the URL may contain a key that belongs elsewhere. */
export function archiveBucket(value: string | null, keyId: string | null, secret: string | null): BucketConfig | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const bucket = url?.host ?? ''
  const path = decoded(url?.pathname.replace(/^\/+|\/+$/g, ''))
  if (url?.protocol !== 's3:' || !BUCKET.test(bucket) || path === undefined || url.hash !== '')
    throw new ConfigError(EXPECTED)
  if (url.username !== '')
    throw new ConfigError('ARCHIVE_URL: expected no key in the URL; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (path.split('/').some((part) => part === '.' || part === '..')) throw new ConfigError(EXPECTED)
  const options = url.searchParams
  if ([...options.keys()].some((name) => !OPTIONS.includes(name)))
    throw new ConfigError(`ARCHIVE_URL: expected no other options than ${OPTIONS.join(', ')}`)
  const region = options.get('region') ?? 'us-east-1'
  if (!REGION.test(region)) throw new ConfigError('ARCHIVE_URL: expected a region such as us-east-1')
  if (keyId === null || secret === null)
    throw new ConfigError('ARCHIVE_URL: expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too')
  return {
    place: `s3://${bucket}${path && `/${path}`}`,
    bucket,
    url: bucketUrl(options.get('endpoint'), bucket, region),
    prefix: path && `${path}/`,
    region,
    accessKeyId: keyId,
    secretAccessKey: secret,
  }
}

/** Every server accepts the bucket in the path. Amazon prefers a host name, which TLS allows only without dots. */
function bucketUrl(endpoint: string | null, bucket: string, region: string): string {
  if (endpoint === null)
    return bucket.includes('.')
      ? `https://s3.${region}.amazonaws.com/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new ConfigError('ARCHIVE_URL: expected an endpoint such as https://s3.example.mx')
  return `${url.href.replace(/\/+$/, '')}/${bucket}`
}
