import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDatabaseUrl } from '../../../../src-main/service/store/postgres/read-database-url.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

describe('the address of a database', () => {
  test('gives host, user, number of connections and TLS', () => {
    expect(readDatabaseUrl('postgres://lu:p%40ss@db.example:5433/photos?pool=20&sslmode=verify-full')).toEqual({
      connection: {
        host: 'db.example',
        port: 5433,
        database: 'photos',
        user: 'lu',
        password: 'p@ss',
        application_name: 'lumafold',
        ssl: {},
      },
      pool: 20,
      place: 'db.example:5433/photos',
    })
    expect(readDatabaseUrl('postgresql://db/photos')).toMatchObject({
      connection: { port: 5432, ssl: false },
      pool: 10,
    })
  })

  test('TLS checks what its mode requires', () => {
    const ca = join(tempFolder(), 'ca.pem')
    writeFileSync(ca, 'CERTIFICATE')
    const tls = (query: string) => readDatabaseUrl(`postgres://db/photos?${query}`).connection.ssl
    expect(tls('sslmode=disable')).toBe(false)
    expect(tls('sslmode=require')).toEqual({ rejectUnauthorized: false })
    expect(tls(`sslmode=verify-ca&sslrootcert=${ca}`)).toEqual({
      ca: 'CERTIFICATE',
      checkServerIdentity: expect.any(Function),
    })
    expect(tls(`sslmode=verify-full&sslrootcert=${ca}`)).toEqual({ ca: 'CERTIFICATE' })
  })

  test.each([
    ['mysql://db/photos', 'write postgres://'],
    ['postgres://u:geheim@db', 'names no database'],
    ['postgres://u:geheim@db/photos?pool=0', 'from 2 to 200'],
    ['postgres://u:geheim@db/photos?sslmode=prefer', 'choose disable, require, verify-ca, verify-full'],
    ['postgres://u:geheim@db/photos?sslmode=verify-ca', 'needs sslrootcert'],
    ['postgres://u:geheim@db/photos?sslmode=require&sslrootcert=/none', 'cannot be read'],
    ['postgres://u:geheim@db/photos?timeout=4', 'does not know the option "timeout"'],
  ])('%s is refused, without its password', (url, words) => {
    const refused = () => readDatabaseUrl(url)
    expect(refused).toThrow(words)
    expect(refused).not.toThrow('geheim')
  })
})
