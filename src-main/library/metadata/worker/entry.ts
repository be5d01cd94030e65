import { createExifToolWriter } from '../plan/exiftool-writer.ts'
import { prepare } from '../plan/prepare.ts'
import { createExifToolReader } from '../exiftool.ts'
import { readDisclosures } from '../read-disclosures.ts'
import { readEvidence } from '../read-evidence.ts'
import { readFocus } from '../read-focus.ts'
import { readMetadata } from '../read-metadata.ts'
import { readTags } from '../read-tags.ts'
import { connectLibrary } from './library-port.ts'
import { serveMetadata } from './serve-metadata.ts'
import { startSelfWatch } from './start-self-watch.ts'

// A terminal sends Ctrl+C to every process of a command. The library closes in order and this process ends with it.
process.on('SIGINT', () => undefined)

// The metadata process: reads strangers' files, so that a file that hangs or crashes it costs only that file.
startSelfWatch()
const exifTool = createExifToolReader()
const exifToolWriter = createExifToolWriter()
serveMetadata(connectLibrary(), (request) => {
  if (request.what === 'prepare')
    return prepare(request.request, exifToolWriter).then((preparation) => ({ preparation }))
  if (request.what === 'tags') return readTags(request.path, exifTool)
  if (request.what === 'focus') return readFocus(request.path, exifTool).then((focus) => focus && { focus })
  if (request.what === 'disclosures') return readDisclosures(request.path, exifTool)
  if (request.what === 'evidence') return readEvidence(request.path, exifTool)
  return readMetadata(request.path, exifTool, request.othersSidecars)
})
