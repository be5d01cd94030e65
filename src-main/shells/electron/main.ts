import { messageOf } from '../../contract/errors.ts'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, dialog } from 'electron'
import { KeptTexts } from './kept-texts.ts'
import { runDesktop, textsFile } from './run-desktop.ts'

const here = dirname(fileURLToPath(import.meta.url))

// This waits for the app to be ready; steps that must come earlier run inside before its first wait.
runDesktop({
  libraryScript: join(here, 'library-process.js'),
  preload: join(here, '..', 'preload', 'preload.cjs'),
}).catch((error: unknown) => {
  dialog.showErrorBox(new KeptTexts(textsFile()).current.cannotStart, messageOf(error))
  app.exit(1)
})
