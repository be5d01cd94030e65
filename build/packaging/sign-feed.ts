import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `sign-feed.ts key` writes the public key of updates into the program before it is packed; `sign-feed.ts sign` signs
 * the descriptions of a release in `release`. The private key (Ed25519, PEM) is in LUMAFOLD_UPDATE_KEY; create one with
 * `openssl genpkey -algorithm ed25519`.
 */

const projectDir = resolve(import.meta.dirname, '../..')
const given = process.env['LUMAFOLD_UPDATE_KEY']
if (!given) throw new Error('LUMAFOLD_UPDATE_KEY holds no key: programs that are packed so cannot update themselves.')
const key = createPrivateKey(given)

if (process.argv[2] === 'key') {
  const folder = join(projectDir, 'resources/updates')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'public-key.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }))
} else {
  const folder = resolve(process.argv[3] ?? join(projectDir, 'release'))
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name)) : []
  if (names.length === 0) throw new Error(`There is no description of a release in ${folder}.`)
  for (const name of names)
    writeFileSync(
      join(folder, `${name}.sig`),
      `${sign(null, readFileSync(join(folder, name)), key).toString('base64')}\n`,
    )
}
