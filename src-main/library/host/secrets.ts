/**
 * Where a shell keeps what nobody else may read: the keychain of the operating system, a file that only this user can
 * read, or the environment, which cannot be written (`set` and `remove` then reject with `not-supported-here`).
 */
export type Secrets = {
  kind: 'keychain' | 'file' | 'environment'
  /** How they are kept, to follow on "Key and secret are". */
  note: string
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}
