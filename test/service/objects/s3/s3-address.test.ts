import { expect, test } from 'vitest'
import { readS3Address } from '../../../../src-main/service/objects/s3/s3-address.ts'

test('a bucket alone is reached through its region', () => {
  expect(readS3Address('s3://photos', { AWS_REGION: 'eu-central-1' })).toEqual({
    bucket: 'photos',
    prefix: '',
    endpoint: undefined,
    region: 'eu-central-1',
    isPathStyle: false,
  })
})

test('an endpoint comes from the address or the environment, and has the bucket in its paths', () => {
  const expected = {
    bucket: 'photos',
    prefix: 'service/1/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    isPathStyle: true,
  }
  expect(readS3Address('s3://photos/service/1/?endpoint=http://127.0.0.1:9000', {})).toEqual(expected)
  expect(readS3Address('s3://photos/service/1', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' })).toEqual(expected)
  expect(readS3Address('s3://photos/service/1', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' })).toEqual(expected)
  expect(readS3Address('s3://photos?endpoint=https://s.example&path-style=false&region=x', {})).toMatchObject({
    endpoint: 'https://s.example',
    region: 'x',
    isPathStyle: false,
  })
})

test.each([
  ['s3://', 'Write it as'],
  ['s3://a', 'Write it as'],
  ['s3://key:secret@photos', 'Credentials belong'],
  ['s3://photos?endpont=http://x', '"endpont" is not known'],
  ['s3://photos?endpoint=nowhere', 'Its endpoint'],
  ['s3://photos?path-style=yes', 'true or false'],
  ['s3://photos/ä', 'Its prefix'],
])('%s is refused', (address, reason) => {
  expect(() => readS3Address(address, {})).toThrow(reason)
})
