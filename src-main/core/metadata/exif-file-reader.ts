import { open, type FileHandle } from 'node:fs/promises'
import exifr from 'exifr'

/** What exifr's reader of files keeps, as far as it is needed here; its types leave it out. */
type FileReader = {
  input: string
  fh: FileHandle | undefined
  size: number
  readChunked(): Promise<void>
  close(): Promise<void>
}
type FileReaderClass = new (...args: unknown[]) => FileReader

/**
 * exifr's own reader calls `stat` of an open file with its path, which Node refuses since release 26: no file could be
 * read and each stayed open. Replaces how it opens a file, closes one that cannot be read, and keeps the rest.
 */
export function registerExifFileReader(): void {
  const Original = exifr.fileReaders.get('fs') as FileReaderClass
  exifr.fileReaders.set(
    'fs',
    class extends Original {
      override async readChunked(): Promise<void> {
        try {
          await super.readChunked()
        } catch (error) {
          await this.close()
          throw error
        }
      }

      async open(): Promise<void> {
        if (this.fh !== undefined) return
        this.fh = await open(this.input, 'r')
        this.size = (await this.fh.stat()).size
      }
    },
  )
}
