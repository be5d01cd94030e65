import { AppError } from '../../../contract/errors.ts'

/** Where objects are in storage with an S3 interface. */
export type S3Address = {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** Undefined if the region determines the address. */
  endpoint: string | undefined
  region: string | undefined
  /** Whether the bucket is part of the path and not of the host name. */
  isPathStyle: boolean
}

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
const PREFIX = /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/
const known = ['endpoint', 'region', 'path-style'] as const

/**
 * Reads `s3://bucket/prefix?endpoint=https://host&region=eu-1&path-style=true`. Missing values come from
 * AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION and AWS_DEFAULT_REGION. With an endpoint, the defaults are a bucket
 * in the path and the region us-east-1, as such servers expect. Throws `bad-params`.
 */
export function readS3Address(text: string, env: NodeJS.ProcessEnv = process.env): S3Address {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !BUCKET.test(url.hostname)) throw refusal('Write it as s3://bucket/prefix.')
  if (url.username !== '' || url.password !== '')
    throw refusal('Credentials belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not into the address.')
  const other = [...url.searchParams.keys()].find((name) => !(known as readonly string[]).includes(name))
  if (other !== undefined) throw refusal(`"${other}" is not known; known are ${known.join(', ')}.`)
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!PREFIX.test(`${prefix}/`) && prefix !== '') throw refusal('Its prefix may have A-Z a-z 0-9 . _ - and slashes.')
  const endpoint = url.searchParams.get('endpoint') ?? env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL
  const region = url.searchParams.get('region') ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: endpoint && readEndpoint(endpoint),
    region: region ?? (endpoint ? 'us-east-1' : undefined),
    isPathStyle: readPathStyle(url.searchParams.get('path-style'), Boolean(endpoint)),
  }
}

function readEndpoint(text: string): string {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw refusal('Its endpoint is an address such as https://storage.example.net.')
  return text
}

function readPathStyle(text: string | null, otherwise: boolean): boolean {
  if (text === null) return otherwise
  if (text !== 'true' && text !== 'false') throw refusal('path-style is true or false.')
  return text === 'true'
}

const refusal = (sentence: string) => new AppError('bad-params', `The address of the objects is not valid. ${sentence}`)
