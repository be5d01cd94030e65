import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { app, crashReporter, dialog, shell } from 'electron'
import type { DesktopTexts } from '../../contract/shell/desktop-texts.ts'
import type { Log } from '../../library/host/log.ts'
import type { Places } from '../places.ts'

/** Reports that are kept; the oldest go. */
const MAX_REPORTS = 10
/** Lines of the log in a report. */
const LOG_LINES = 40

/** Has dumps of crashes written on this machine; nothing is uploaded. Must run before the app is ready. */
export function keepDumps(): void {
  crashReporter.start({ uploadToServer: false })
}

/**
 * What is known about a part of the program that ended unexpectedly: `code` is its exit code, `reason` Chromium's, or
 * where the program's own error came from.
 */
export type Crash = { what: 'window' | 'library' | 'program'; code: number; reason?: string }

/** Reports about crashes: written for the person, shown to them, and sent nowhere. */
export class CrashReports {
  readonly #places: Pick<Places, 'logsDir' | 'version'>
  readonly #texts: () => DesktopTexts

  constructor(places: Pick<Places, 'logsDir' | 'version'>, texts: () => DesktopTexts) {
    this.#places = places
    this.#texts = texts
  }

  /** Writes a report and returns its path; paths and names of photos may be in it, as they are in the log. */
  write({ what, code, reason }: Crash, at: Date = new Date()): string {
    const folder = join(this.#places.logsDir, 'crashes')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${at.toISOString().replaceAll(':', '-')}-${what}.txt`)
    const lines = [
      `Lumafold ${this.#places.version}: the ${what} ended unexpectedly`,
      `Time: ${at.toISOString()}`,
      `Code: ${code}${reason === undefined ? '' : ` (${reason})`}`,
      `System: ${process.platform} ${release()} ${process.arch}`,
      `Electron ${process.versions['electron'] ?? 'none'}, Node ${process.versions.node}`,
      `Dumps: ${app.getPath('crashDumps')}`,
      '',
      'The last lines of the log:',
      ...lastLines(join(this.#places.logsDir, 'lumafold.log')),
    ]
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    for (const old of readdirSync(folder).sort().slice(0, -MAX_REPORTS)) rmSync(join(folder, old))
    return file
  }

  /** Ends the program at an uncaught error: Electron would show it, write nothing, and continue. */
  endAtErrors(log: Pick<Log, 'error'>): void {
    process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
      log.error('the program met an error that nothing caught', { error: error.stack ?? String(error) })
      // The terminal that it was started from is gone.
      if (error.code === 'EPIPE') return
      const report = this.write({ what: 'program', code: 1, reason: error.stack ?? String(error) })
      const { hasToClose, reportIsHere } = this.#texts()
      dialog.showErrorBox(hasToClose, `${error.message}\n\n${reportIsHere}\n${report}`)
      app.exit(1)
    })
  }

  /** Says that the window was opened again, and offers the report. */
  async show(file: string): Promise<void> {
    const { windowStopped, reportIsHere, showReport, close } = this.#texts()
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: windowStopped,
      detail: `${reportIsHere}\n${file}`,
      buttons: [close, showReport],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 1) shell.showItemInFolder(file)
  }
}

function lastLines(log: string): string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LOG_LINES) : []
}
