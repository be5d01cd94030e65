import type { Readable } from 'node:stream'

/** One whole object; `changedMs` in milliseconds since 1970, by the clock of the store. */
export type ObjectInfo = { key: string; bytes: number; changedMs: number }

export type ObjectOptions = { signal?: AbortSignal | undefined }

/**
 * Whole objects by key, seen alike from every node. Keys are parts of `A-Z a-z 0-9 . _ -` between slashes, at most 512
 * characters; no key may be the beginning of another's folders (`a` beside `a/b`). All calls throw ObjectStoreError, or
 * the reason of their signal where that ends them.
 */
export type ObjectStore = {
  /** Where the objects lie, in words that hold no secret. */
  readonly title: string
  /**
   * Stores a local file, or what a stream gives, in place of what the key had. The object appears whole or not at all,
   * and outlasts a power cut once this resolves. A stream that breaks leaves what was there before.
   */
  put(key: string, source: string | Readable, options?: ObjectOptions): Promise<void>
  /**
   * The bytes of an object, which it had at one moment; throws `not-found` before the first byte. The stream fails with
   * `away` where it is cut off and with `damaged` where the bytes do not fit their checksum.
   */
  read(key: string, options?: ObjectOptions): Promise<Readable>
  /** Null where there is no such object. */
  find(key: string, options?: ObjectOptions): Promise<ObjectInfo | null>
  /** Nothing happens where there is no such object. */
  delete(key: string, options?: ObjectOptions): Promise<void>
  /** Objects whose key begins with a text, in no order; those stored or deleted meanwhile may be among them or not. */
  list(prefix: string, options?: ObjectOptions): AsyncIterable<ObjectInfo>
  close(): Promise<void>
}

/** `away` passes by itself; `refused` needs the operator: credentials, rights, a bucket that is not there. */
export type ObjectErrorCode = 'not-found' | 'away' | 'refused' | 'damaged'

/** What went wrong with an object or with the whole store. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError'
  readonly code: ObjectErrorCode
  constructor(code: ObjectErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Throws a TypeError for a key that some store could not keep: keys are made by the program, never by clients. */
export function checkKey(key: string): string {
  if (key.length > 512 || !key.split('/').every((part) => PART.test(part)))
    throw new TypeError(`"${key}" is no key of an object`)
  return key
}
