import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'

/**
 * What a release is signed with. `signing.ts check SYSTEM [--must]` says at the start of a job what is missing for
 * `mac`, `win` or `linux`; it fails if something is given in part, or with `--must` if anything is missing. `signing.ts
 * arguments SYSTEM` prints the arguments for electron-builder, `signing.ts key FILE` writes Apple's key into a file.
 */

type System = 'mac' | 'win' | 'linux'
type Need = { name: string; what: string }

/** What signs a program of a system; all of a group is needed together. */
const groups: Readonly<Record<System, readonly (readonly Need[])[]>> = {
  mac: [
    [
      { name: 'MAC_CSC_LINK', what: 'the certificate "Developer ID Application" with its key, a .p12 in base64' },
      { name: 'MAC_CSC_KEY_PASSWORD', what: 'the password of that .p12' },
    ],
    [
      { name: 'APPLE_API_KEY_P8', what: 'the text of the .p8 file of a key of App Store Connect' },
      { name: 'APPLE_API_KEY_ID', what: 'the id of that key' },
      { name: 'APPLE_API_ISSUER', what: 'the issuer of that key' },
    ],
  ],
  win: [
    [
      { name: 'AZURE_TENANT_ID', what: 'the tenant of the identity that may sign' },
      { name: 'AZURE_CLIENT_ID', what: 'the id of that identity' },
      { name: 'AZURE_CLIENT_SECRET', what: 'its secret' },
      { name: 'AZURE_SIGNING_ENDPOINT', what: 'the address of the signing account’s region' },
      { name: 'AZURE_SIGNING_ACCOUNT', what: 'the name of the signing account' },
      { name: 'AZURE_SIGNING_PROFILE', what: 'the name of the certificate profile' },
      { name: 'AZURE_SIGNING_PUBLISHER', what: 'the publisher exactly as in the certificate' },
    ],
  ],
  // Packages of Linux are vouched for by the signed description of the update.
  linux: [],
}
const ofUpdates: readonly Need[] = [
  { name: 'LUMAFOLD_UPDATE_KEY', what: 'the key that signs the descriptions of updates' },
]

const [, , command, given, ...rest] = process.argv
if (command === 'check') check(systemOf(given), rest.includes('--must'))
else if (command === 'arguments') console.log(builderArguments(systemOf(given)).join('\n'))
else if (command === 'key') console.log(writeKey(given ?? join(tmpdir(), 'lumafold-signing')))
else throw new Error('signing.ts check|arguments SYSTEM, or signing.ts key FOLDER')

function systemOf(name: string | undefined): System {
  if (name === 'mac' || name === 'win' || name === 'linux') return name
  throw new Error(`A system is mac, win or linux, and not ${name ?? 'nothing'}.`)
}

function isGiven(name: string): boolean {
  return (process.env[name] ?? '').trim() !== ''
}

function check(system: System, isDemanded: boolean): void {
  const problems = [...groups[system], ofUpdates].flatMap((group) => {
    const missing = group.filter(({ name }) => !isGiven(name))
    if (missing.length === 0) return []
    const isPartial = missing.length < group.length
    for (const { name, what } of missing)
      console.log(`${isPartial || isDemanded ? '::error::' : '::warning::'}${name} is missing: ${what}.`)
    return isPartial || isDemanded ? missing : []
  })
  if (problems.length > 0) {
    console.log('build/packaging/README.md, "Sign a release", says where each comes from.')
    process.exitCode = 1
  }
}

/** A program without all that its system needs is packed unsigned. */
function builderArguments(system: System): string[] {
  if (!groups[system].flat().every(({ name }) => isGiven(name))) return []
  if (system === 'mac') return ['-c.mac.forceCodeSigning=true']
  if (system === 'linux') return []
  const options = { endpoint: 'ENDPOINT', codeSigningAccountName: 'ACCOUNT', certificateProfileName: 'PROFILE' }
  const azure = Object.entries({ ...options, publisherName: 'PUBLISHER' }).map(
    ([option, name]) => `-c.win.azureSignOptions.${option}=${process.env[`AZURE_SIGNING_${name}`]}`,
  )
  return [...azure, '-c.win.forceCodeSigning=true']
}

/** Notarising takes the path of Apple's key. Returns it. */
function writeKey(folder: string): string {
  const key = process.env['APPLE_API_KEY_P8'] ?? ''
  if (!key.includes('PRIVATE KEY')) throw new Error('APPLE_API_KEY_P8 has no private key in it.')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `AuthKey_${process.env['APPLE_API_KEY_ID'] ?? 'unnamed'}.p8`)
  writeFileSync(file, `${key.trim()}\n`, { mode: 0o600 })
  return file
}
