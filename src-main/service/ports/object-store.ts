import type { Readable } from 'node:stream'

/** A complete object; `changedMs` is in milliseconds since 1970, by the clock of the store. */
export type ObjectInfo = { key: string; bytes: number; changedMs: number }

export type ObjectOptions = { signal?: AbortSignal | undefined }

/**
 * Complete objects by key, the same for every node. Keys are parts of `A-Z a-z 0-9 . _ -` between slashes, at most 512
 * characters; no key may be the folder of another (`a` beside `a/b`). All calls throw ObjectStoreError, or the reason
 * of an aborted signal.
 */
export type ObjectStore = {
  /** Describes where the objects are, without secrets. */
  readonly title: string
  /**
   * Stores a local file or a stream under a key, replacing its content. The object appears completely or not at all,
   * and survives a power cut once this resolves. If the stream breaks, the old content stays.
   */
  put(key: string, source: string | Readable, options?: ObjectOptions): Promise<void>
  /**
   * The bytes of an object at one moment; throws `not-found` before the first byte. The stream fails with `away` if it
   * is cut off, and with `damaged` if the bytes do not match their checksum.
   */
  read(key: string, options?: ObjectOptions): Promise<Readable>
  /** Null if there is no such object. */
  find(key: string, options?: ObjectOptions): Promise<ObjectInfo | null>
  /** Does nothing if there is no such object. */
  delete(key: string, options?: ObjectOptions): Promise<void>
  /**
   * Objects whose key begins with a prefix, in any order; objects that are stored or deleted meanwhile may or may not
   * be included.
   */
  list(prefix: string, options?: ObjectOptions): AsyncIterable<ObjectInfo>
  close(): Promise<void>
}

/** `away`: temporary; `refused` needs the operator: credentials, permissions, a missing bucket. */
export type ObjectErrorCode = 'not-found' | 'away' | 'refused' | 'damaged'

/** An error of an object or of the whole store. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError'
  readonly code: ObjectErrorCode
  constructor(code: ObjectErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Throws a TypeError for a key that some stores cannot hold: keys come from the program, never from clients. */
export function checkKey(key: string): string {
  if (key.length > 512 || !key.split('/').every((part) => PART.test(part)))
    throw new TypeError(`"${key}" is no key of an object`)
  return key
}
