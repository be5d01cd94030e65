import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { AppError, messageOf } from '../../../contract/errors.ts'
import { codeOf, isAbsent } from '../../../base/files/file-errors.ts'

/** Paths of PEM files: the service's certificate followed by its chain, and its private key. */
export type CertificateFiles = { certFile: string; keyFile: string }

/** The content of the files at one time. */
export type CertificateBytes = { cert: Buffer; key: Buffer; digest: string }

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** Reads both files; if one cannot be read, throws AppError `bad-params` with a sentence with advice. */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<CertificateBytes> {
  const cert = await readPem(certFile, 'certificate', '--tls-cert')
  const key = await readPem(keyFile, 'key', '--tls-key')
  return { cert, key, digest: createHash('sha256').update(cert).update('\0').update(key).digest('hex') }
}

/**
 * The service's certificate, if it and its key can be served; otherwise throws AppError `bad-params` with a sentence
 * with advice. Dates are not checked.
 */
export function checkCertificate({ certFile, keyFile }: CertificateFiles, bytes: CertificateBytes): X509Certificate {
  const chain = readChain(certFile, bytes.cert)
  const key = readKey(keyFile, bytes.key)
  const [own] = chain
  if (!own!.checkPrivateKey(key))
    throw refusal(
      chain.some((each) => each.checkPrivateKey(key))
        ? `The certificates in ${certFile} are in the wrong order: that of the service comes first, those that vouch for it behind it.`
        : `The key in ${keyFile} does not belong to the certificate in ${certFile}: give two files that were made together.`,
    )
  try {
    createSecureContext({ cert: bytes.cert, key: bytes.key })
  } catch (error) {
    throw refusal(
      `The certificate in ${certFile} cannot be served (${messageOf(error)}): have it reissued, with an RSA key of at least 2048 bits or an ECDSA key.`,
      error,
    )
  }
  return own!
}

/** A sentence if a certificate is not valid yet or has expired; otherwise null. Times in milliseconds since 1970. */
export function warnOfDates({ validFromDate, validToDate }: X509Certificate, nowMs: number): string | null {
  if (validToDate.getTime() < nowMs)
    return `The certificate expired on ${validToDate.toISOString()}, so clients refuse to connect: renew it. A new one is taken up without a restart.`
  if (validFromDate.getTime() > nowMs)
    return `The certificate is valid only from ${validFromDate.toISOString()}, so clients refuse to connect until then: look whether the clock of this machine is right.`
  return null
}

function readChain(file: string, pem: Buffer): X509Certificate[] {
  const text = pem.toString('latin1')
  const found = text.match(CERTIFICATES) ?? []
  if (found.length === 0 && text.includes('PRIVATE KEY-----'))
    throw refusal(`${file} holds a key and no certificate: are --tls-cert and --tls-key mixed up?`)
  // an unclosed block is still being written
  if (found.length === 0 || found.length !== text.split('-----BEGIN CERTIFICATE-----').length - 1)
    throw refusal(
      `${file} holds no whole certificate in PEM form, which begins with "-----BEGIN CERTIFICATE-----". "openssl x509" and "openssl pkcs12" convert other forms.`,
    )
  try {
    return found.map((each) => new X509Certificate(each))
  } catch (error) {
    throw refusal(`A certificate in ${file} is damaged (${messageOf(error)}): copy the file again.`, error)
  }
}

function readKey(file: string, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    const text = pem.toString('latin1')
    if (/ENCRYPTED/.test(text))
      throw refusal(
        `The key in ${file} is locked with a passphrase: save it without one ("openssl pkey -in FILE -out NEW"), readable by the user of the service alone.`,
        error,
      )
    throw refusal(
      text.includes('BEGIN CERTIFICATE')
        ? `${file} holds a certificate and no key: are --tls-cert and --tls-key mixed up?`
        : `${file} holds no private key in PEM form, which begins with "-----BEGIN PRIVATE KEY-----".`,
      error,
    )
  }
}

async function readPem(file: string, what: string, option: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = codeOf(error)
    if (isAbsent(error))
      throw refusal(`The ${what} file ${file} is not there: give the path of a PEM file with ${option}.`, error)
    if (code === 'EACCES' || code === 'EPERM')
      throw refusal(
        `The ${what} file ${file} may not be read by the user that runs the service: let this user read it and enter its folders.`,
        error,
      )
    if (code === 'EISDIR') throw refusal(`${file} is a folder: give the path of a PEM file with ${option}.`, error)
    throw refusal(`The ${what} file ${file} cannot be read (${messageOf(error)}).`, error)
  }
}

const refusal = (message: string, cause?: unknown) =>
  new AppError('bad-params', message, cause === undefined ? {} : { cause })
